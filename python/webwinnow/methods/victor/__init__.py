from webwinnow.methods.victor.method import Victor

__all__ = ["Victor"]
