"""A client of the Debug Adapter Protocol: sends requests, waits for their responses, keeps events."""

import json
import os
import select
import subprocess
import time

SECONDS = 60


class Failure(Exception):
    pass


def require(holds, what):
    if not holds:
        raise Failure(what)


class Client:
    """Over two file objects without buffers: of a process, or of a socket."""

    def __init__(self, reader, writer):
        self.reader = reader
        self.writer = writer
        self.buffer = b""
        self.sequence = 0
        self.events = []
        self.stop = None  # the body of the last stopped event

    def send_bytes(self, data):
        self.writer.write(data)
        self.writer.flush()

    def send(self, message):
        body = json.dumps(message).encode()
        self.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def read(self):
        """The next message; None at the end."""
        end = time.monotonic() + SECONDS
        while True:
            header, found, rest = self.buffer.partition(b"\r\n\r\n")
            if found:
                length = int(header.split(b":")[1])
                if len(rest) >= length:
                    self.buffer = rest[length:]
                    return json.loads(rest[:length])
            ready, _, _ = select.select([self.reader], [], [], max(0.0, end - time.monotonic()))
            require(ready, "no answer for %d seconds" % SECONDS)
            data = os.read(self.reader.fileno(), 65536)
            if not data:
                return None
            self.buffer += data

    def keep(self, message):
        self.events.append(message)
        if message["event"] == "stopped":
            self.stop = message["body"]

    def ask(self, command, arguments=None):
        """The whole response, whatever it says."""
        self.sequence += 1
        number = self.sequence
        self.send({"seq": number, "type": "request", "command": command, "arguments": arguments or {}})
        while True:
            message = self.read()
            require(message is not None, f"the conversation ended after {command}")
            if message["type"] == "event":
                self.keep(message)
                continue
            require(message["request_seq"] == number and message["command"] == command, f"not an answer: {message}")
            return message

    def request(self, command, **arguments):
        response = self.ask(command, arguments)
        require(response["success"], f"{command} {arguments}: {response.get('message')}")
        return response.get("body", {})

    def refused(self, command, **arguments):
        response = self.ask(command, arguments)
        require(not response["success"] and response["message"], f"{command} {arguments} was not refused: {response}")
        return response["message"]

    def wait(self, event):
        """The next event of this name, of those that nobody has waited for."""
        while True:
            for index, message in enumerate(self.events):
                if message["event"] == event:
                    del self.events[: index + 1]
                    return message.get("body", {})
            message = self.read()
            require(message is not None and message["type"] == "event", f"no event {event}, but {message}")
            self.keep(message)

    def move(self, command, **arguments):
        """A request after which it stands elsewhere; where that is."""
        self.events.clear()
        self.request(command, **arguments)
        return self.wait("stopped")

    # What there is where it stands.

    def threads(self):
        return {thread["id"]: thread["name"] for thread in self.request("threads")["threads"]}

    def frames(self, thread=None):
        return self.request("stackTrace", threadId=thread or self.stop["threadId"])["stackFrames"]

    def place(self):
        """The thread that acts, its function and line."""
        frames = self.frames()
        return (self.stop["threadId"], frames[0]["name"], frames[0]["line"]) if frames else (self.stop["threadId"], "", 0)

    def scope(self, name, frame=None):
        frame = frame or self.frames()[0]["id"]
        for scope in self.request("scopes", frameId=frame)["scopes"]:
            if scope["name"] == name:
                return self.variables(scope["variablesReference"])
        raise Failure(f"there is no scope {name}")

    def variables(self, reference, **arguments):
        return {each["name"]: each for each in self.request("variables", variablesReference=reference, **arguments)["variables"]}

    def values(self, name, frame=None):
        return {key: each["value"] for key, each in self.scope(name, frame).items()}

    def value(self, expression, frame=None):
        frame = frame or self.frames()[0]["id"]
        return self.request("evaluate", expression=expression, frameId=frame, context="watch")["result"]


class Process(Client):
    """clew debug --dap."""

    def __init__(self, clew, *words):
        self.process = subprocess.Popen([clew, "debug", "--dap", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, bufsize=0)
        super().__init__(self.process.stdout, self.process.stdin)

    def launch(self, **arguments):
        self.capabilities = self.request("initialize", adapterID="clew", linesStartAt1=True)
        self.request("launch", **arguments)
        self.wait("initialized")

    def begin(self, **arguments):
        """Launches without breakpoints and stands at the beginning."""
        self.launch(stopOnEntry=True, **arguments)
        self.request("configurationDone")
        return self.wait("stopped")

    def close(self):
        """Its exit status and what it complained about."""
        try:
            self.writer.close()
        except BrokenPipeError:
            pass
        self.process.stdin = None
        try:
            _, complaint = self.process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise Failure("it does not end") from None
        return self.process.returncode, complaint.decode()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.writer, self.reader, self.process.stderr):
            try:
                stream.close()
            except BrokenPipeError:
                pass
