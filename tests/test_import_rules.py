"""Each part of the package imports only what MAY_IMPORT allows; see CONTRIBUTING."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import ROOT

SOURCE = ROOT / "python"

# Small modules without dependencies of their own: every part may use them.
EVERYWHERE = {"_core", "errors", "messages", "hosts", "process", "sequence_matching", "io.atomic"}
PAGES = {
    "clean", "document", "formats", "io", "metadata", "methods", "parallel", "selection", "visual",
}  # fmt: skip
MEASURING = {"evaluation", "gold", "train"}
# A part and the parts it may import, besides itself and EVERYWHERE.
MAY_IMPORT: dict[str, set[str]] = {
    "_core": set(),
    "errors": set(),
    "messages": set(),
    "process": set(),
    "hosts": set(),
    "sequence_matching": set(),
    "parallel": set(),
    "html_builder": set(),
    "visual": {"io"},
    "metadata": set(),
    "methods": {"visual", "gold.folds", "metadata"},
    "io": {"parallel"},
    "formats": {"metadata"},
    "selection": {"methods"},
    "document": {"formats", "metadata", "visual"},
    "clean": PAGES,
    "gold": PAGES,
    "train": PAGES | {"gold"},
    "evaluation": PAGES | {"gold", "html_builder", "train"},
    "sites": PAGES,
    "crawl": PAGES | {"sites"},
    "corpus": PAGES | {"html_builder", "sites"},
    "annotation": PAGES | {"evaluation", "gold"},
    "web": PAGES | MEASURING | {"annotation"},
    "cli": PAGES | MEASURING | {"annotation", "corpus", "crawl", "sites", "web"},
}
# Packages of which each is imported in one place only.
HEAVY = {"pyspark": "corpus.engines.spark", "playwright": "visual", "scrapy": "crawl"}


class Import(NamedTuple):
    importer: str  # module, without the leading `webwinnow.`
    module: str  # imported; with it for other packages than ours
    name: str
    is_ours: bool
    runs_at_import: bool


@cache
def modules() -> dict[str, Path]:
    found = {}
    for path in sorted((SOURCE / "webwinnow").rglob("*.py")):
        parts = path.relative_to(SOURCE / "webwinnow").with_suffix("").parts
        found[".".join(part for part in parts if part != "__init__")] = path
    return found


@cache
def imports() -> list[Import]:
    return [found for name, path in modules().items() for found in imports_of(name, path)]


def imports_of(importer: str, path: Path) -> Iterator[Import]:
    tree = ast.parse(path.read_text("utf-8"))
    late = {id(node) for outer in ast.walk(tree) if is_late(outer) for node in ast.walk(outer)}
    for node in ast.walk(tree):
        now = id(node) not in late
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield made(importer, alias.name, "", now)
        elif isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                submodule = f"{node.module}.{alias.name}".removeprefix("webwinnow.")
                is_module = node.module.startswith("webwinnow") and submodule in modules()
                module = f"webwinnow.{submodule}" if is_module else node.module
                yield made(importer, module, alias.name, now)


def made(importer: str, module: str, name: str, now: bool) -> Import:
    ours = module.split(".")[0] == "webwinnow"
    inside = module.removeprefix("webwinnow").removeprefix(".")
    return Import(importer, inside if ours else module, name, ours, now)


def is_late(node: ast.AST) -> bool:
    """Inside a function, or for type checkers alone."""
    if isinstance(node, ast.If):
        return "TYPE_CHECKING" in ast.dump(node.test)
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def is_inside(module: str, parts: set[str]) -> bool:
    return any(module == part or module.startswith(f"{part}.") for part in parts)


@pytest.mark.parametrize("part", sorted(MAY_IMPORT))
def test_a_part_imports_only_what_it_may(part: str) -> None:
    allowed = MAY_IMPORT[part] | EVERYWHERE | {part, ""}
    wrong = [
        f"{found.importer} imports {found.module}"
        for found in imports()
        if found.importer.split(".")[0] == part and found.is_ours
        if not is_inside(found.module, allowed) and (found.module or found.name != "__version__")
    ]
    assert wrong == []


def test_every_part_has_a_rule() -> None:
    parts = {name.split(".")[0] for name in modules()} - {"", "__main__"}
    assert parts - set(MAY_IMPORT) == set()


def test_methods_do_not_import_each_other() -> None:
    packages = {name for name in modules() if name.count(".") == 1 and name.startswith("methods.")}
    packages = {name for name in packages if any(m.startswith(f"{name}.") for m in modules())}
    wrong = [
        f"{found.importer} imports {found.module}"
        for found in imports()
        for package in packages
        if is_inside(found.importer, {package}) and is_inside(found.module, packages - {package})
    ]
    assert wrong == []


@pytest.mark.parametrize("package", HEAVY)
def test_heavy_packages_stay_in_their_part(package: str) -> None:
    users = {found.importer for found in imports() if found.module.split(".")[0] == package}
    assert {user for user in users if not is_inside(user, {HEAVY[package]})} == set()


def test_no_private_name_crosses_packages() -> None:
    wrong = [
        f"{found.importer} imports {found.name} from {found.module}"
        for found in imports()
        if found.is_ours and found.name.startswith("_") and not found.name.startswith("__")
        if found.name != "_core"
        and found.importer.rpartition(".")[0] != found.module.rpartition(".")[0]
    ]
    assert wrong == []


def test_imports_have_no_cycle() -> None:
    graph: dict[str, set[str]] = {name: set() for name in modules()}
    for found in imports():
        if found.is_ours and found.runs_at_import and found.module in graph and found.importer:
            graph[found.importer].add(found.module)
    done: set[str] = set()

    def visit(module: str, path: list[str]) -> None:
        assert module not in path, " → ".join([*path[path.index(module) :], module])
        if module not in done:
            for other in sorted(graph[module] - {module}):
                visit(other, [*path, module])
            done.add(module)

    for module in graph:
        visit(module, [])
