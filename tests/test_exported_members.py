import inspect

import webwinnow


def test_public_names_are_those_listed() -> None:
    public = {
        name
        for name, value in vars(webwinnow).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public | {"errors", "__version__"} == set(webwinnow.__all__)


def test_clean_is_the_function_even_after_its_module_is_imported() -> None:
    import webwinnow.clean

    assert inspect.isfunction(webwinnow.clean)


def test_every_public_name_is_documented() -> None:
    constants = {"__version__", "METHODS", "FORMATS"}
    in_the_stub = {"Page", "Decision"}
    for name in set(webwinnow.__all__) - constants - in_the_stub:
        assert getattr(webwinnow, name).__doc__, name


def test_every_error_is_drawn_in_the_tree() -> None:
    errors = webwinnow.errors
    for name, value in vars(errors).items():
        if inspect.isclass(value):
            assert f" {name} " in str(errors.__doc__), name
            assert issubclass(value, errors.WebwinnowError)
