"""OpenStack Swift with its S3 interface, in one process on loopback: an account, a container and an object server on
one folder, and the proxy before them. It checks signatures, hashes of content and expiry as S3 does.

Usage: s3_server.py FOLDER KEY_ID SECRET. Prints the port once it listens; ends with its standard input.
"""

import os
import sys

import eventlet

eventlet.monkey_patch()

from eventlet import hubs, wsgi
from swift.common import utils
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

folder, key_id, secret = sys.argv[1:]
account, user = key_id.split(":")


class NoCache:
    """Stands for memcached, which the proxy asks for and can do without."""

    def get(self, *_, **__):
        return None

    set = delete = get


def write(name, text):
    with open(f"{folder}/{name}", "w") as file:
        file.write(text)
    return file.name


def serve(name, socket, configuration):
    app = loadapp(
        write(
            f"{name}.conf",
            f"""
[DEFAULT]
swift_dir = {folder}
devices = {folder}/devices
mount_check = false
fallocate_reserve = 0
disable_fallocate = true
log_level = CRITICAL
{configuration}""",
        )
    )
    eventlet.spawn(
        wsgi.server, socket, lambda env, start: app({**env, "swift.cache": NoCache()}, start), log_output=False
    )


os.makedirs(f"{folder}/devices/disk")
write("swift.conf", "[swift-hash]\nswift_hash_path_suffix = kontor\n")
utils.set_swift_dir(folder)

for kind in ("account", "container", "object"):
    socket = eventlet.listen(("127.0.0.1", 0))
    ring = RingBuilder(1, 1, 0)
    ring.add_dev(
        {"region": 1, "zone": 1, "ip": "127.0.0.1", "port": socket.getsockname()[1], "device": "disk", "weight": 1}
    )
    ring.rebalance()
    ring.get_ring().save(f"{folder}/{kind}.ring.gz")
    serve(kind, socket, f"[pipeline:main]\npipeline = {kind}-server\n[app:{kind}-server]\nuse = egg:swift#{kind}\n")

socket = eventlet.listen(("127.0.0.1", 0))
serve(
    "proxy",
    socket,
    f"""
[pipeline:main]
pipeline = catch_errors s3api tempauth slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
[filter:tempauth]
use = egg:swift#tempauth
user_{account}_{user} = {secret} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
""",
)
print(socket.getsockname()[1], flush=True)
hubs.trampoline(sys.stdin, read=True)
