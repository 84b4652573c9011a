import base64
import hashlib
import hmac
import json
import os
import sys
import time


def verify(body: bytes, headers: dict[str, str], secret: str) -> dict:
    """The event of a delivery, if it is from us and new. `body` is the request's body as it came, unparsed."""
    id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("This delivery is too old, or not of this time.")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    digest = hmac.new(key, f"{id}.{timestamp}.".encode() + body, hashlib.sha256).digest()
    expected = "v1," + base64.b64encode(digest).decode()
    if not any(hmac.compare_digest(each, expected) for each in headers["webhook-signature"].split(" ")):
        raise ValueError("This delivery is not signed with our secret.")
    return json.loads(body)


# Try it: WEBHOOK_SECRET, WEBHOOK_ID, WEBHOOK_TIMESTAMP and WEBHOOK_SIGNATURE from the environment, the body on stdin.
if __name__ == "__main__":
    names = ["webhook-id", "webhook-timestamp", "webhook-signature"]
    given = {name: os.environ[name.upper().replace("-", "_")] for name in names}
    print(verify(sys.stdin.buffer.read(), given, os.environ["WEBHOOK_SECRET"])["event"])
