"""Routes of training jobs and trained models.

GET    /api/training             jobs and models, newest first, and the trainable methods
POST   /api/training             {project | set, method, name, on_top?, seed?}: queue a job
POST   /api/training/{id}/stop
DELETE /api/models/{name}
GET    /api/models/{name}/file   download the model
"""

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.responses import FileResponse, Response

from webwinnow.annotation import gold_set, page_statuses, project, projects
from webwinnow.errors import InputError
from webwinnow.messages import count_noun
from webwinnow.methods import METHODS, find_class, parse_method
from webwinnow.methods.base import TrainableMethod
from webwinnow.methods.registry import resolve_settings
from webwinnow.web.catalogue import check_client_settings
from webwinnow.web.responses import dump_json, json_response
from webwinnow.web.studio.jobs.job import TrainingPages, TrainingTask
from webwinnow.web.studio.page_sets import WITHOUT_GOLD
from webwinnow.web.studio.routes.requests import JsonFields, StudioRequest, make_routes

if TYPE_CHECKING:
    from webwinnow.web.studio.app import Studio

MAX_SEED = 2**31 - 1


def overview(request: StudioRequest) -> Any:
    jobs = request.studio.jobs
    return {
        "jobs": jobs.describe(),
        "models": jobs.models.describe(),
        "broken": jobs.models.broken,
        "methods": trainable_methods(jobs.readiness.problems()),
        "is_idle": jobs.is_idle,
    }


def trainable_methods(problems: dict[str, str | None] | None) -> list[dict[str, Any]]:
    """Describe the trainable methods; `is_ready` is None until the check has ended."""
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


def start_job(request: StudioRequest) -> Response:
    job = request.studio.jobs.submit(parse_task(request.studio, request.body))
    return json_response(dump_json(job.as_json()), 201)


def parse_task(studio: "Studio", body: JsonFields) -> TrainingTask:
    """Parse and check a task before the job is queued."""
    method, name = body.optional_text("method"), body.optional_text("name")
    if method is None or name is None:
        raise InputError("method and model name are missing; send both")
    seed, on_top = body.optional_number("seed") or 0, body.boolean("on_top", False)
    if not 0 <= seed <= MAX_SEED:
        raise InputError(f"invalid seed {seed}; send a whole number from 0 to {MAX_SEED}")
    check_method(studio, method, on_top=on_top)
    studio.jobs.check_name(name)
    pages, count = find_pages(studio, body)
    if count < 2 and not on_top:
        raise InputError(
            f"{pages.name!r} has only one page with gold; add more pages, or train winnow on top of"
            " its own model"
        )
    return TrainingTask(method, name, pages, on_top, seed)


def check_method(studio: "Studio", description: str, *, on_top: bool) -> None:
    spec = parse_method(description)
    name, method = spec.name, find_class(spec.name)
    check_client_settings(method, resolve_settings(method, spec))
    if not issubclass(method, TrainableMethod):
        choices = ", ".join(each["name"] for each in trainable_methods(None))
        raise InputError(f"{name} cannot be trained; choose from {choices}")
    if on_top and "on_top" not in method.settings():
        raise InputError(f"{name} cannot be trained on top of its own model; train it from scratch")
    problem = studio.jobs.readiness.wait_for_problems().get(name)
    if problem:
        raise InputError(f"{name} cannot be trained here: {problem}")


def find_pages(studio: "Studio", body: JsonFields) -> tuple[TrainingPages, int]:
    """The training pages, and the number of those with gold, at least one."""
    project, set = body.optional_number("project"), body.optional_text("set")
    if project is not None and set is None:
        return project_pages(studio, project)
    if set is not None and project is None:
        return set_pages(studio, set)
    raise InputError("no training pages; choose either a project or a set")


def project_pages(studio: "Studio", id: int) -> tuple[TrainingPages, int]:
    found = project(studio.store, id)
    gold = gold_set(studio.store, id)
    if not len(gold):
        statuses = page_statuses(studio.store, id)
        done = sum(bool(each.done) for each in statuses)
        pages = count_noun(len(statuses), "page")
        reason = f"{done} of {pages} are done, but annotators differ; settle the differences"
        if not done:
            reason = f"none of {pages} is done; mark finished pages as done"
        raise InputError(f"the project {found.name!r} has no gold yet: {reason}")
    place = str(studio.store.path.absolute())
    return TrainingPages("project", id, found.name, place, found.prelabel), len(gold)


def set_pages(studio: "Studio", id: str) -> tuple[TrainingPages, int]:
    page_set = studio.sets.find(id)
    gold = page_set.pages()
    if gold.layout == WITHOUT_GOLD or not len(gold):
        raise InputError(
            f"the pages of {page_set.name!r} have no gold; label them in a project first"
        )
    place = str(page_set.path.absolute())
    return TrainingPages("set", id, page_set.name, place), len(gold)


def stop_job(request: StudioRequest) -> Any:
    return request.studio.jobs.stop(request.path["id"]).as_json()


def delete_model(request: StudioRequest) -> Response:
    studio, name = request.studio, request.path["name"]
    for each in projects(studio.store):
        if each.prelabel == name:
            raise InputError(
                f"the project {each.name!r} prelabels with {name!r}; choose another method there"
                " first"
            )
    studio.jobs.models.remove(name)
    return Response(status_code=204)


def download_model(request: StudioRequest) -> Response:
    path = request.studio.jobs.models.find(request.path["name"]).path
    if not path.is_file():
        raise HTTPException(404, f"the file {path.name!r} is missing; train the model again")
    return FileResponse(path, media_type="application/octet-stream", filename=path.name)


routes = make_routes(
    [
        ("GET", "/api/training", overview),
        ("POST", "/api/training", start_job),
        ("POST", "/api/training/{id}/stop", stop_job),
        ("DELETE", "/api/models/{name}", delete_model),
        ("GET", "/api/models/{name}/file", download_model),
    ]
)
