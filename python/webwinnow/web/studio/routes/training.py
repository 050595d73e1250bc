"""Training over HTTP, in JSON.

GET    /api/training             jobs and models, newest first, and the methods that learn
POST   /api/training             {project | set, method, name, on_top?, seed?}: a job that waits
POST   /api/training/{id}/stop
DELETE /api/models/{name}
GET    /api/models/{name}/file   the model, to be kept
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, JSONResponse, Response
from starlette.routing import Route

from webwinnow.errors import InputError
from webwinnow.messages import count_noun
from webwinnow.methods import METHODS, find_class, parse_method
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.registry import resolve_settings
from webwinnow.web.catalogue import check_client_settings
from webwinnow.web.studio.bodies import read_json
from webwinnow.web.studio.jobs.models import NoModel
from webwinnow.web.studio.jobs.queue import NoJob
from webwinnow.web.studio.page_sets import PLAIN, UnknownPage
from webwinnow.web.studio.routes.requests import studio_of
from webwinnow.web.studio.task import Origin, Task

if TYPE_CHECKING:
    from webwinnow.web.studio.app import Studio

__all__ = ["routes"]

T = TypeVar("T")

LARGEST_SEED = 2**31 - 1


async def answered(work: Callable[[], T]) -> T:
    """In a thread; what is not there is so by status, too."""
    from webwinnow.annotation.errors import NotFound

    try:
        return await run_in_threadpool(work)
    except (NoJob, NoModel, NotFound, UnknownPage) as error:
        raise HTTPException(404, str(error)) from error


async def overview(request: Request) -> JSONResponse:
    jobs = studio_of(request).jobs

    def work() -> dict[str, Any]:
        return {
            "jobs": jobs.describe(),
            "models": jobs.models.describe(),
            "broken": jobs.models.broken,
            "methods": learners(jobs.readiness.now()),
            "is_idle": jobs.is_idle,
        }

    return JSONResponse(await run_in_threadpool(work))


def learners(problems: dict[str, str | None] | None) -> list[dict[str, Any]]:
    """`is_ready` is None as long as nobody knows."""
    found = []
    for name in METHODS:
        method = find_class(name)
        if not issubclass(method, TrainableMethod):
            continue
        problem = problems.get(name) if problems is not None else None
        found.append(
            {
                "name": name,
                "summary": method.summary(),
                "on_top": "on_top" in method.settings(),
                "is_ready": None if problems is None else problem is None,
                "problem": problem,
            }
        )
    return found


async def begin(request: Request) -> JSONResponse:
    studio, asked = studio_of(request), await read_json(request)

    def work() -> dict[str, Any]:
        return studio.jobs.submit(task_of(studio, asked)).as_json()

    return JSONResponse(await answered(work), 201)


def task_of(studio: "Studio", asked: dict[str, Any]) -> Task:
    """All that can be wrong with it is said here, before anything long begins."""
    method, name, seed = asked.get("method"), asked.get("name"), asked.get("seed", 0)
    on_top = asked.get("on_top", False)
    if not isinstance(method, str) or not isinstance(name, str) or not isinstance(on_top, bool):
        raise InputError("a method and a name for the model are needed; give both")
    if type(seed) is not int or not 0 <= seed <= LARGEST_SEED:
        raise InputError(f"{seed!r} is no seed; give a whole number, such as 0")
    check_method(studio, method, on_top=on_top)
    studio.jobs.check_name(name)
    origin, pages = origin_of(studio, asked)
    if pages < 2 and not on_top:
        raise InputError(
            f"{origin.name!r} has one page with gold, and nothing can be learned anew from one; "
            "add more, or train winnow on top of what it knows"
        )
    return Task(method, name, origin, on_top, seed)


def check_method(studio: "Studio", description: str, *, on_top: bool) -> None:
    spec = parse_method(description)
    name, method = spec.name, find_class(spec.name)
    check_client_settings(method, resolve_settings(method, spec))
    if not issubclass(method, TrainableMethod):
        choices = ", ".join(each["name"] for each in learners(None))
        raise InputError(f"{name} does not learn; choose from {choices}")
    if on_top and "on_top" not in method.settings():
        raise InputError(f"{name} cannot be trained on top of what it knows; train it anew")
    problem = studio.jobs.readiness.known().get(name)
    if problem:
        raise InputError(f"{name} cannot be trained here: {problem}")


def origin_of(studio: "Studio", asked: dict[str, Any]) -> tuple[Origin, int]:
    """Where pages come from, and how many there are that have a gold: one at least."""
    project, set = asked.get("project"), asked.get("set")
    if type(project) is int and set is None:
        return project_of(studio, project)
    if isinstance(set, str) and project is None:
        return set_of(studio, set)
    raise InputError("nothing to learn from was chosen; choose a project, or a set")


def project_of(studio: "Studio", id: int) -> tuple[Origin, int]:
    from webwinnow.annotation import gold_set, page_statuses, project

    found = project(studio.store, id)
    gold = gold_set(studio.store, id)
    if not len(gold):
        all_pages = page_statuses(studio.store, id)
        done = sum(bool(each.done) for each in all_pages)
        pages = count_noun(len(all_pages), "page")
        why = f"of {pages} {done} are done, and on those annotators differ; settle that"
        if not done:
            why = f"none of {pages} is done; say so of those that are"
        raise InputError(f"the project {found.name!r} has no gold yet: {why}")
    place = str(studio.store.path.absolute())
    return Origin("project", id, found.name, place, found.prelabel), len(gold)


def set_of(studio: "Studio", id: str) -> tuple[Origin, int]:
    loaded = studio.sets.find(id)
    gold = loaded.pages()
    if gold.layout == PLAIN or not len(gold):
        raise InputError(
            f"the pages of {loaded.name!r} have no gold; label them in a project first"
        )
    return Origin("set", id, loaded.name, str(loaded.path.absolute())), len(gold)


async def stop(request: Request) -> JSONResponse:
    jobs, id = studio_of(request).jobs, request.path_params["id"]
    return JSONResponse((await answered(lambda: jobs.stop(id))).as_json())


async def remove(request: Request) -> Response:
    studio, name = studio_of(request), request.path_params["name"]

    def work() -> None:
        from webwinnow.annotation import projects

        for project in projects(studio.store):
            if project.prelabel == name:
                raise InputError(
                    f"the project {project.name!r} is labelled with {name!r} beforehand; choose "
                    "another method there first"
                )
        studio.jobs.models.remove(name)

    await answered(work)
    return Response(status_code=204)


async def download(request: Request) -> FileResponse:
    models, name = studio_of(request).jobs.models, request.path_params["name"]
    model = await answered(lambda: models.find(name))
    if not model.path.is_file():
        raise HTTPException(404, f"the file of {name!r} is gone; train it again")
    return FileResponse(model.path, media_type="application/octet-stream", filename=model.path.name)


routes = [
    Route("/api/training", overview, methods=["GET"]),
    Route("/api/training", begin, methods=["POST"]),
    Route("/api/training/{id}/stop", stop, methods=["POST"]),
    Route("/api/models/{name}", remove, methods=["DELETE"]),
    Route("/api/models/{name}/file", download, methods=["GET"]),
]
