"""tools/audit.sh: a pinned package that is known to be vulnerable fails the check; no answer is only a warning."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

from load.process import free_port

ROOT = Path(__file__).resolve().parents[2]
KNOWN = {
    "id": "CLUB-2026-1",
    "summary": "cards are shown",
    "modified": "2026-01-01T00:00:00Z",
    "affected": [
        {
            "package": {"name": "orjson", "ecosystem": "PyPI"},
            "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "9.9"}]}],
        }
    ],
}


@contextmanager
def known(vulnerabilities: list[object], about: str) -> Iterator[str]:
    """A list of vulnerabilities on this machine, at the address given; of other packages it knows none."""

    class Asked(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            question = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found = vulnerabilities if question["package"]["name"] == about else []
            answer = json.dumps({"vulns": found} if found else {}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(answer)))
            self.end_headers()
            self.wfile.write(answer)

        def log_message(self, *said: object) -> None:
            """Nobody reads it."""

    with HTTPServer(("127.0.0.1", 0), Asked) as server:
        serving = threading.Thread(target=server.serve_forever)
        serving.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1/query"
        finally:
            server.shutdown()
            serving.join()


def audit(folder: Path, address: str) -> subprocess.CompletedProcess[str]:
    lock = folder / "some.lock"
    digest = "0" * 64
    lock.write_text(f"orjson==3.13.0 --hash=sha256:{digest}\nsegno==1.6.6 --hash=sha256:{digest}\n", encoding="ascii")
    return subprocess.run(
        ["/bin/sh", "tools/audit.sh", str(lock)],
        cwd=ROOT,
        env=os.environ | {"PIP_AUDIT_OSV_URL": address, "NO_PROXY": "*"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_package_that_is_known_to_be_vulnerable_fails_the_check_and_is_named(tmp_path: Path) -> None:
    with known([KNOWN], about="orjson") as address:
        done = audit(tmp_path, address)
    assert done.returncode == 1
    assert "orjson" in done.stdout
    assert "CLUB-2026-1" in done.stdout
    assert "make lock" in done.stderr


def test_packages_of_which_nothing_is_known_pass(tmp_path: Path) -> None:
    with known([KNOWN], about="another") as address:
        done = audit(tmp_path, address)
    assert (done.returncode, done.stderr) == (0, "")
    assert "is known to be vulnerable" in done.stdout


def test_where_nobody_can_be_asked_it_warns_and_passes(tmp_path: Path) -> None:
    done = audit(tmp_path, f"http://127.0.0.1:{free_port()}/v1/query")
    assert done.returncode == 0
    assert "NOT DONE" in done.stderr
    assert done.stdout == ""
