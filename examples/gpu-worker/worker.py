"""A worker that fetches its work from Afterimage: for a GPU box that nobody can reach from outside. Standard Python.

    AFTERIMAGE_URL=https://media.example.org AFTERIMAGE_ENGINE_KEY=ai_engine_... python3 worker.py
"""
import base64, hashlib, json, os, signal, sys, threading, time, urllib.error, urllib.request

try: from with_diffusers import generate
except ImportError: from stand_in import generate  # plain colours, so that everything else can be tried without a GPU

URL, KEY = os.environ["AFTERIMAGE_URL"].rstrip("/"), os.environ.get("AFTERIMAGE_ENGINE_KEY")
KEY = KEY or open(os.environ["AFTERIMAGE_ENGINE_KEY_FILE"]).read().strip()
BUSY, LEAVING = threading.Event(), threading.Event()


def call(method, path, body, headers, timeout=60):
    """Returns (status, JSON). A refusal is an answer, too; a service that cannot be reached raises an OSError."""
    request = urllib.request.Request(URL + path, body, {"authorization": f"Bearer {KEY}", **headers}, method=method)
    try: answer = urllib.request.urlopen(request, timeout=timeout)
    except urllib.error.HTTPError as refusal: answer = refusal
    with answer:
        text, is_json = answer.read(), "json" in (answer.headers.get("content-type") or "")
        return answer.status, json.loads(text) if is_json else {}

def post(path, what, timeout=60):
    return call("POST", path, json.dumps(what).encode(), {"content-type": "application/json"}, timeout)

def fetch(medium):
    with urllib.request.urlopen(medium["url"], timeout=60) as answer: data = answer.read()
    if hashlib.sha256(data).hexdigest() != medium["sha256"]: raise OSError("an input arrived damaged")
    return {**medium, "data": data}

def deliver(job, mime, data):
    headers = {"content-type": mime, "content-digest": f"sha-256=:{base64.b64encode(hashlib.sha256(data).digest()).decode()}:"}
    for pause in (1, 2, 4, 8, 0):  # a service that starts again must not cost what was made
        try: status, said = call("PUT", f"{job}/output", data, headers, 600)
        except OSError as error: status, said = 503, {"detail": str(error)}
        if status in (200, 404, 409): return print(f"{job}: {'delivered' if status == 200 else 'no longer ours'}", flush=True)
        if status < 500 and status != 429: raise RuntimeError(said.get("detail"))
        time.sleep(pause)
    print(f"{job}: could not be delivered: {said.get('detail')}", flush=True)

def work(order):
    job, state, over, unwanted = f"/engine/v1/jobs/{order['id']}", {"progress": 0}, threading.Event(), threading.Event()
    def beat():
        while not over.wait(order["lease_seconds"] / 3):
            try: status, said = post(f"{job}/progress", state, order["lease_seconds"] / 3)
            except OSError: continue
            if status in (401, 404, 409) or said.get("cancel"): return unwanted.set()
    threading.Thread(target=beat, daemon=True).start()
    try:
        inputs = [fetch(medium) for medium in order["inputs"]]
        made = generate(order, inputs, lambda part: state.update(progress=part), unwanted.is_set)
        if made is not None and not unwanted.is_set(): deliver(job, *made)
    except Exception as error:  # one with a `code` names the class of its failure: content_policy, invalid_image, unsupported, ...
        print(f"{job}: {error!r}", flush=True)
        code = getattr(error, "code", "unavailable" if isinstance(error, OSError) else "internal")
        try: post(f"{job}/fail", {"code": code, "message": str(error)})
        except OSError: pass  # nobody hears from us, so the job goes to another
    finally: over.set()

def leave(*_): LEAVING.set() if BUSY.is_set() else sys.exit(0)


signal.signal(signal.SIGTERM, leave)
print(f"asking {URL} for work", flush=True)
while not LEAVING.is_set():
    try: status, order = post("/engine/v1/claim", {"wait": 25}, 40)
    except OSError as error: status, order = 503, {"detail": str(error)}
    if status == 401: sys.exit("the key is refused: make one with `afterimage engines key create`")
    if status == 200: BUSY.set(); work(order); BUSY.clear()
    elif status != 204: print(f"{status}: {order.get('detail')}", flush=True); time.sleep(5)
