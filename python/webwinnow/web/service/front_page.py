"""The front page: what the OpenAPI document says, for people."""

from html import escape
from typing import Any

__all__ = ["front_page"]

FRAME = """\
<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>webwinnow</title>
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 46rem; margin: 2rem auto }}
pre {{ overflow-x: auto }}
td, th {{ text-align: left; vertical-align: top; padding: .1rem 1rem .1rem 0 }}
</style>
<h1>webwinnow {version}</h1>
<p>{summary} Described for programs in <a href="openapi.json">openapi.json</a>.</p>
<pre>curl -H 'Content-Type: text/html' --data-binary @page.html {address}v1/clean</pre>
{operations}
</html>
"""


def front_page(described: dict[str, Any], address: str) -> str:
    operations = "".join(
        operation(verb, path, about)
        for path, verbs in described["paths"].items()
        for verb, about in verbs.items()
    )
    info = described["info"]
    return FRAME.format(
        version=escape(info["version"]),
        summary=escape(info["summary"]),
        address=escape(address),
        operations=operations,
    )


def operation(verb: str, path: str, about: dict[str, Any]) -> str:
    text = f"{about['summary']} {about.get('description', '')}"
    rows = "".join(map(row, about.get("parameters", [])))
    table = f"<table><tr><th>setting<th>default<th>{rows}</table>" if rows else ""
    return f"<h2><code>{verb.upper()} {escape(path)}</code></h2><p>{escape(text)}</p>{table}\n"


def row(parameter: dict[str, Any]) -> str:
    schema = parameter["schema"]
    default = str(schema.get("default", "")).lower()
    choices = f" One of: {', '.join(schema['enum'])}." if "enum" in schema else ""
    about = parameter["description"] + choices
    return (
        f"<tr><td><code>{escape(parameter['name'])}</code><td>{escape(default)}<td>{escape(about)}"
    )
