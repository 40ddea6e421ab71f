"""A Python that has loaded what the trainer needs, and forks for each call: a start takes tenths of a second, not five.

    python warm_python.py serve SOCKET                loads, says "ready", and serves until its standard input ends
    python warm_python.py call SOCKET -m parley_trainer sft --config FILE

A call has the caller's folder, environment, standard streams and exit code, as an interpreter of its own would.
"""

import json
import os
import socket
import sys

RECIPES = [f"parley_trainer.recipes.{name}" for name in ("dpo", "export", "grpo", "janus", "probe", "sft")]
LOADED = [
    *("parley_trainer.__main__", "parley_trainer.toy", *RECIPES, "accelerate", "peft", "pyarrow.parquet"),
    *("torch.utils.tensorboard", "transformers.generation.utils", "transformers.models.llama.modeling_llama"),
    "websockets.sync.client",
]


def call(path: str, arguments: list[str]) -> int:
    asked = json.dumps({"arguments": arguments, "folder": os.getcwd(), "environment": dict(os.environ)}).encode()
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        socket.send_fds(line, [b"!"], [0, 1, 2])
        line.sendall(asked)
        line.shutdown(socket.SHUT_WR)
        return int(line.recv(8) or 1)


def serve(path: str) -> None:
    import importlib
    import select
    import signal

    for name in LOADED:
        importlib.import_module(name)
    del sys.modules["parley_trainer.__main__"]  # each call runs it anew
    with socket.socket(socket.AF_UNIX) as door:
        door.bind(path)
        door.listen()
        signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the forks: each tells its caller how it ended
        print("ready", flush=True)
        while sys.stdin not in select.select([door, sys.stdin], [], [])[0]:
            line, _ = door.accept()
            if os.fork() == 0:
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                door.close()
                answer(line)
            line.close()


def answer(line: socket.socket) -> None:
    import atexit

    _, streams, _, _ = socket.recv_fds(line, 1, 3)
    with line.makefile("rb") as rest:
        asked = json.load(rest)
    for i, stream in enumerate(streams):
        os.dup2(stream, i)
        os.close(stream)
    sys.stdout.reconfigure(line_buffering=True)
    os.chdir(asked["folder"])
    os.environ.clear()
    os.environ.update(asked["environment"])
    code = run(asked["arguments"])
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    line.sendall(str(code).encode())
    os._exit(code)


def run(arguments: list[str]) -> int:
    import runpy
    import traceback

    try:
        if arguments[0] == "-m":
            sys.argv = arguments[1:]
            runpy.run_module(arguments[1], run_name="__main__", alter_sys=True)
        elif arguments[0] == "-c":
            sys.argv = ["-c", *arguments[2:]]
            exec(arguments[1], {"__name__": "__main__"})
        else:
            sys.argv = arguments
            runpy.run_path(arguments[0], run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["serve", path]:
            serve(path)
        case ["call", path, *arguments]:
            sys.exit(call(path, arguments))
        case _:
            sys.exit(__doc__)
