"""What MkDocs does to the pages of this folder besides rendering them.

The pages are written to be read on a code host as well. Here what only works there is made to work
on the site: links to folders and to files outside of docs/, the few pages that lie beside it, and
the words with which some blocks of code say what tests hold them to. Also the patterns in the
site's navigation. Knows nothing of what the pages say.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from collections.abc import Iterator

    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.pages import Page

TOP: Final = Path(__file__).resolve().parents[1]
DOCS: Final = TOP / "docs"
BESIDE: Final = {
    "README.zh.md": "zh.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
}
"""Pages of the site that lie beside this folder, by their path in the project."""
_LINK: Final = re.compile(r"\[(?P<text>[^\]\n]*)\]\((?P<path>[^)#:\s]+)(?P<anchor>#[^)]*)?\)")
_CODE: Final = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_FENCE: Final = re.compile(r"^(```\w+) .*$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The configuration, with the patterns in the navigation replaced by the pages they match."""
    nav: Any = config.nav
    config.nav = list(_expanded(nav, set(_named(nav))))
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """All files, with the pages that lie beside this folder and a list of the checks."""
    for name, page in BESIDE.items():
        text = (TOP / name).read_text(encoding="utf-8")
        files.append(File.generated(config, page, content=text))
    order = [str(page) for page in _named(config.nav) if str(page).startswith("checks/")]
    files.append(File.generated(config, "checks/index.md", content=_list_of_checks(order)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """A page with links that lead somewhere on the site, and fences that name their language."""
    place = TOP if page.file.src_uri in BESIDE.values() else (DOCS / page.file.src_uri).parent
    parts = []
    start = 0
    for code in _CODE.finditer(markdown):
        parts += [_linked(markdown[start : code.start()], place, config), code[0]]
        start = code.end()
    parts.append(_linked(markdown[start:], place, config))
    return _FENCE.sub(r"\1", "".join(parts))


def _named(nav: Any) -> Iterator[str]:
    """Every path in the navigation that is no pattern, in its order."""
    if isinstance(nav, str):
        if "*" not in nav:
            yield nav
    else:
        for entry in nav.values() if isinstance(nav, dict) else nav:
            yield from _named(entry)


def _expanded(nav: list[Any], named: set[str]) -> Iterator[Any]:
    for entry in nav:
        title, target = next(iter(entry.items())) if isinstance(entry, dict) else ("", entry)
        if isinstance(target, list):
            yield {title: list(_expanded(target, named))}
        elif "*" in target:
            pages = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.glob(target))
            for page in [page for page in pages if page not in named]:
                named.add(page)
                yield {Path(page).stem: page} if title == "*" else page
        else:
            yield entry


def _list_of_checks(pages: list[str]) -> str:
    rows = []
    for page in pages:
        if (DOCS / page).is_file():
            title = (DOCS / page).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")
            rows.append(f"| [`{Path(page).stem}`]({Path(page).name}) | {title} |\n")
    head = "# The checks\n\n| check | what it asks for |\n|---|---|\n"
    return f"{head}{''.join(rows)}"


def _linked(text: str, place: Path, config: MkDocsConfig) -> str:
    """A piece of a page, whose links start in a folder, with links that hold on the site.

    A link to what is not there stays as it is, for MkDocs to warn of it.
    """

    def lead(link: re.Match[str]) -> str:
        target = Path(os.path.normpath(place / link["path"]))
        if not target.exists() or not target.is_relative_to(TOP):
            return link[0]
        shown, anchor = link["text"], link["anchor"] or ""
        page = _page_of(target)
        if page is not None:
            return f"[{shown}]({_up(place)}{page}{anchor})"
        sources = (config.extra["sources"] or "").rstrip("/")
        name = target.relative_to(TOP).as_posix()
        return f"[{shown}]({sources}/{name}{anchor})" if sources else shown

    return _LINK.sub(lead, text)


def _page_of(target: Path) -> str | None:
    """The path on the site of a file or folder of the project; None where it is not there."""
    beside = BESIDE.get(target.relative_to(TOP).as_posix())
    if beside is not None or target.suffix == ".py" or not target.is_relative_to(DOCS):
        return beside
    page = target.relative_to(DOCS).as_posix()
    return f"{page}/index.md" if target.is_dir() else page


def _up(place: Path) -> str:
    """The way from a folder of pages to the top of the site."""
    return "" if place == TOP else "../" * len(place.relative_to(DOCS).parts)
