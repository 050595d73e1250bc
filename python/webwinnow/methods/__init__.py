"""Methods that separate the text of a page from its boilerplate."""

from webwinnow.methods.registry import METHODS, MethodSpec, find_class, load, parse_method

__all__ = ["METHODS", "MethodSpec", "find_class", "load", "parse_method"]
