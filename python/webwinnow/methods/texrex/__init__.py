from webwinnow.methods.texrex.method import Texrex

__all__ = ["Texrex"]
