"""An engine of your own for Afterimage, in standard Python: replace `generate`, start it, name its address in engines.yaml.

    ENGINE_TOKEN=secret PORT=8900 python3 engine.py
"""
import hashlib, json, os, queue, struct, threading, time, zlib
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TOKEN = os.environ.get("ENGINE_TOKEN", "")
MODELS = [{"id": "demo", "tasks": ["t2i", "i2i"], "limits": {"max_images": 5, "fields": ["seed"]}}]
JOBS, CHANGED, WAITING, OVER = {}, threading.Condition(), queue.Queue(), ("succeeded", "failed", "canceled")


def generate(order, progress, is_canceled):
    """Returns (mime, bytes), or None when canceled. A plain picture stands in for your pipeline."""
    width, height, color = order.get("width", 64), order.get("height", 64), hashlib.md5(order["prompt"].encode()).digest()[:3]
    for step in range(20):
        if is_canceled(): return None
        time.sleep(0.05)
        progress((step + 1) / 20)
    chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    header, rows = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0), zlib.compress((b"\0" + color * width) * height)
    return "image/png", b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def change(job, **what):
    with CHANGED: job.update(what); CHANGED.notify_all()

def work():
    while True:
        job = JOBS[WAITING.get()]
        if job["state"] != "queued": continue
        change(job, state="running", progress=0)
        try:
            made = generate(job["order"], lambda part: change(job, progress=part), lambda: job["cancel"])
            if made is None: change(job, state="canceled"); continue
            facts = {"mime": made[0], "bytes": len(made[1]), "sha256": hashlib.sha256(made[1]).hexdigest()}
            change(job, blob=made[1], outputs=[facts], progress=1, state="succeeded")
        except Exception as error:  # an exception with a `code` names the class of its failure: content_policy, invalid_image, ...
            change(job, state="failed", error={"code": getattr(error, "code", "internal"), "message": str(error)})

def document(id):
    ahead = [other for other, job in list(JOBS.items()) if job["state"] == "queued"]
    shown = {key: JOBS[id].get(key) for key in ("state", "progress", "outputs", "error")}
    return {"id": id, **shown, "queue_position": ahead.index(id) if id in ahead else None}


class Handler(BaseHTTPRequestHandler):
    def say(self, status, body, mime="application/json"):
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("content-type", mime); self.send_header("content-length", str(len(data)))
        self.end_headers(); self.wfile.write(data)

    def answer(self):
        body = self.rfile.read(int(self.headers.get("content-length") or 0))
        if TOKEN and self.headers.get("authorization") != f"Bearer {TOKEN}": return self.say(401, {"error": {"code": "auth"}})
        path, _, query = self.path.partition("?")
        _, _, what, id, *rest = (path + "//").split("/")
        if what == "engine":
            state = {"protocol": "mge/1", "name": "example", "version": "1", "state": "ready", "slots": 1, "queued": WAITING.qsize()}
            return self.say(200, {**state, "models": MODELS})
        if self.command == "PUT":
            order = {"order": json.loads(body), "digest": hashlib.sha256(body).digest(), "state": "queued", "cancel": False}
            with CHANGED: new = id not in JOBS; job = JOBS.setdefault(id, order)
            if job["digest"] != order["digest"]: return self.say(409, {"error": {"code": "id_conflict"}})
            if new: WAITING.put(id)
            return self.say(201 if new else 200, document(id))
        if id not in JOBS: return self.say(404, {"error": {"code": "not_found"}})
        job = JOBS[id]
        if rest[0] == "outputs": return self.say(200, job["blob"], job["outputs"][0]["mime"]) if "blob" in job else self.say(404, {})
        if self.command == "DELETE": change(job, cancel=True, state="canceled" if job["state"] == "queued" else job["state"])
        if query.startswith("wait="):
            with CHANGED: CHANGED.wait_for(lambda: job["state"] in OVER, min(30, float(query[5:])))
        self.say(200, document(id))

    do_GET = do_PUT = do_DELETE = answer
    def log_message(self, *_): pass


threading.Thread(target=work, daemon=True).start()
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8900"))), Handler)
print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
server.serve_forever()
