from webwinnow.methods.justext.method import JusText

__all__ = ["JusText"]
