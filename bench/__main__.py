"""`python -m bench [PREFIX]`: one JSON line a figure; with a prefix only the figures whose names begin so."""

import importlib
import json
import pkgutil
import sys

import bench
from bench.figure import Figure


def main(prefix: str) -> int:
    """The exit status: 0, or 2 when no figure has such a name."""
    modules = [importlib.import_module(f"bench.{found.name}") for found in pkgutil.iter_modules(bench.__path__)]
    # Modules that measure say beforehand what, so that those not asked for are not run.
    names = {module: getattr(module, "NAMES", ()) for module in modules}
    asked = [module for module in modules if any(name.startswith(prefix) for name in names[module])]
    if not asked:
        known = ", ".join(name for module in modules for name in names[module])
        print(f"No figure's name begins with {prefix!r}. There are: {known}.", file=sys.stderr)
        return 2
    for module in asked:
        for figure in module.figures():
            if figure.figure.startswith(prefix):
                print(_line(figure), flush=True)
    return 0


def _line(figure: Figure) -> str:
    return json.dumps(
        {
            "figure": figure.figure,
            "value": _rounded(figure.value),
            "unit": figure.unit,
            "baseline": _rounded(figure.baseline),
            "ratio": _rounded(figure.ratio),
        },
        ensure_ascii=False,
    )


def _rounded(value: float | None) -> float | None:
    """To four significant digits: more would be noise."""
    return None if value is None else float(f"{value:.4g}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) > 1 else ""))
