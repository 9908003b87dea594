"""A small OpenID issuer on loopback, which signs whatever a test tells it to."""

from __future__ import annotations

import base64
import json
import threading
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from joserfc import jwt
from joserfc.jwk import ECKey, KeySet

if TYPE_CHECKING:
    from collections.abc import Iterator

CLIENT, SECRET = "the-house", "between us"


class Issuer:
    """Gives a code for every question, and for the code an ID token with the `claims` and `header` of the test."""

    def __init__(self) -> None:
        self.key = ECKey.generate_key("P-256", {"kid": "one", "use": "sig", "alg": "ES256"}, private=True)
        self.signs_with = self.key
        self.subject = "subject-1"
        self.now = 0
        self.claims: dict[str, Any] = {}
        self.header: dict[str, Any] = {"alg": "ES256", "kid": "one"}
        self.asked: dict[str, dict[str, str]] = {}
        self.url = ""

    def authorize(self, location: str) -> dict[str, str]:
        """What the browser brings back from there."""
        asked = {name: values[0] for name, values in parse_qs(urlsplit(location).query).items()}
        code = f"code-{len(self.asked)}"
        self.asked[code] = asked
        return {"state": asked["state"], "code": code}

    def token(self, form: dict[str, str], authorization: str) -> dict[str, Any] | None:
        asked = self.asked.pop(form.get("code", ""), None)
        challenge = base64.urlsafe_b64encode(sha256(form.get("code_verifier", "").encode()).digest()).rstrip(b"=")
        secret = base64.b64encode(f"{CLIENT}:{SECRET.replace(' ', '%20')}".encode()).decode()
        if asked is None or challenge.decode() != asked["code_challenge"] or authorization != f"Basic {secret}":
            return None
        claims = {
            "iss": self.url,
            "sub": self.subject,
            "aud": CLIENT,
            "iat": self.now,
            "exp": self.now + 300,
            "nonce": asked["nonce"],
            **self.claims,
        }
        return {"access_token": "x", "token_type": "Bearer", "id_token": self.signed(claims)}

    def signed(self, claims: dict[str, Any]) -> str:
        if self.header["alg"] == "none":
            parts = [
                base64.urlsafe_b64encode(json.dumps(part).encode()).rstrip(b"=").decode()
                for part in (self.header, claims)
            ]
            return ".".join([*parts, ""])
        return jwt.encode(self.header, claims, self.signs_with, algorithms=[self.header["alg"]])


@contextmanager
def issuing() -> Iterator[Issuer]:
    issuer = Issuer()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path == "/.well-known/openid-configuration":
                told = {
                    "issuer": issuer.url,
                    "authorization_endpoint": f"{issuer.url}/authorize",
                    "token_endpoint": f"{issuer.url}/token",
                    "jwks_uri": f"{issuer.url}/keys",
                }
                self.answer(told)
            else:
                self.answer(KeySet([issuer.key]).as_dict(private=False))

        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"])).decode()
            form = {name: values[0] for name, values in parse_qs(body).items()}
            self.answer(issuer.token(form, self.headers.get("Authorization", "")))

        def answer(self, told: Any) -> None:
            body = json.dumps(told or {"error": "invalid_grant"}).encode()
            self.send_response(200 if told else 400)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    issuer.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield issuer
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
