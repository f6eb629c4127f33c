#!/usr/bin/env python3
"""The server of clew explore as others may treat it: many requests at once, wrong tokens, pages of others, requests that are
too long, too slow or none at all; and that it ends with whoever started it. Nothing of this may end it, and none of it is
answered but with a status."""
import argparse
import concurrent.futures
import http.client
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

arguments = None

PROGRAM = """#include <pthread.h>
#include <assert.h>
static int x, y;
static void *one(void *a) { x = 1; if (y) y = 2; return a; }
static void *other(void *a) { y = 1; if (x) x = 2; return a; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
"""


class Explorer:
    """A running clew explore."""

    def __init__(self, words=(), program=PROGRAM, **settings):
        self.folder = tempfile.TemporaryDirectory()
        with open(os.path.join(self.folder.name, "prog.c"), "w") as file:
            file.write(program)
        self.process = subprocess.Popen(
            [arguments.clew, "explore", "prog.c", *words], cwd=self.folder.name, text=True,
            stdin=settings.get("stdin", subprocess.DEVNULL), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.process.stdout.readline()
        found = re.fullmatch(r"explore: http://127\.0\.0\.1:(\d+)/([0-9a-f]{32})/\n", line)
        if not found:
            raise AssertionError(line + self.process.stderr.read())
        self.port, self.token = int(found[1]), found[2]

    def end(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait(timeout=10)
        self.process.stdout.close()
        self.process.stderr.close()
        if self.process.stdin:
            self.process.stdin.close()
        self.folder.cleanup()
        return status

    def ask(self, method, resource, body=None, token=None, headers=None, host=None):
        """The status, the headers and the body of an answer."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        all_headers = {"Host": host or f"127.0.0.1:{self.port}"}
        if body is not None:
            all_headers["Content-Type"] = "application/json"
        all_headers.update(headers or {})
        try:
            connection.request(method, f"/{self.token if token is None else token}/{resource}", body, all_headers)
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            connection.close()

    def go(self, path):
        status, _, body = self.ask("POST", "go", json.dumps({"path": path}))
        return status, json.loads(body)

    def raw(self, data, slowly=False):
        """What comes back for these bytes until the server closes or is silent."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=3) as connection:
            got = b""
            try:
                connection.sendall(data)
                if not slowly:
                    connection.shutdown(socket.SHUT_WR)
                while True:
                    piece = connection.recv(65536)
                    if not piece:
                        break
                    got += piece
            except (TimeoutError, ConnectionError):
                pass
            return got


class ServerTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.explorer = Explorer()

    @classmethod
    def tearDownClass(cls):
        assert cls.explorer.end() == 0, "Ctrl-C ends it without a complaint"

    def tearDown(self):
        self.assertEqual(self.explorer.ask("GET", "")[0], 200, "it still answers")

    def test_RequestsOfManyAreAnswered(self):
        def one(number):
            if number % 2 == 0:
                return self.explorer.ask("GET", "")[0]
            return self.explorer.go("")[0]
        with concurrent.futures.ThreadPoolExecutor(100) as pool:
            statuses = list(pool.map(one, range(400)))
        self.assertEqual(set(statuses), {200})

    def test_AThousandConnectionsAtOnceAreAnswered(self):
        request = (f"GET /{self.explorer.token}/map HTTP/1.1\r\nHost: 127.0.0.1:{self.explorer.port}\r\n"
                   "Connection: close\r\n\r\n").encode()
        connections = []
        try:
            for _ in range(1000):
                connections.append(socket.create_connection(("127.0.0.1", self.explorer.port), timeout=20))
            for connection in connections:
                connection.sendall(request)
            answered = sum(connection.recv(65536).startswith(b"HTTP/1.1 200") for connection in connections)
        finally:
            for connection in connections:
                connection.close()
        self.assertEqual(answered, 1000)

    def test_WrongTokensAreRefused(self):
        token = self.explorer.token
        wrong = "0" if token[0] != "0" else "1"
        for other in ["", wrong + token[1:], token[:-1], token + "0", token.upper() if token != token.upper() else "x",
                      "x" * 5000]:
            status, _, body = self.explorer.ask("GET", "", token=other)
            self.assertEqual(status, 403, other)
            self.assertNotIn(token.encode(), body)
            self.assertEqual(self.explorer.ask("POST", "go", '{"path":""}', token=other)[0], 403, other)

    def test_OtherHostsAndOriginsAreRefused(self):
        port = self.explorer.port
        for host in ["example.org", f"example.org:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}", f"127.0.0.1.example.org:{port}"]:
            self.assertEqual(self.explorer.ask("GET", "", host=host)[0], 403, host)
        for origin in ["null", "https://example.org", "http://127.0.0.1", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port}0"]:
            self.assertEqual(self.explorer.ask("POST", "go", '{"path":""}', headers={"Origin": origin})[0], 403, origin)
        self.assertEqual(self.explorer.ask("GET", "", headers={"Sec-Fetch-Site": "cross-site"})[0], 403)
        self.assertEqual(self.explorer.ask("GET", "", host=f"localhost:{port}")[0], 200)
        ours = {"Origin": f"http://127.0.0.1:{port}"}
        self.assertEqual(self.explorer.ask("POST", "go", '{"path":""}', headers=ours)[0], 200)

    def test_OnlyTheLoopbackInterfaceIsListenedOn(self):
        with open("/proc/net/tcp") as table:
            listening = [line.split()[1] for line in table if line.split()[3] == "0A"]
        ours = [each for each in listening if each.endswith(f":{self.explorer.port:04X}")]
        self.assertEqual([each.split(":")[0] for each in ours], ["0100007F"])

    def test_AnswersAreForNobodyElse(self):
        _, headers, body = self.explorer.ask("GET", "")
        self.assertEqual(headers["Cache-Control"], "no-store")
        self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        self.assertEqual(headers["Referrer-Policy"], "no-referrer")
        self.assertIn("default-src 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("unsafe", headers["Content-Security-Policy"])
        self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
        self.assertNotIn("Access-Control-Allow-Origin", headers)
        self.assertNotIn(self.explorer.token.encode(), body)

    def test_OtherMethodsAndPlacesAreRefused(self):
        for method in ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "BREW"]:
            self.assertEqual(self.explorer.ask(method, "")[0], 405, method)
        for place in ["../../etc/passwd", "..%2f..%2fetc/passwd", "/etc/passwd", "map/", "map?x", "%00", "go"]:
            self.assertEqual(self.explorer.ask("GET", place)[0], 404, place)
        self.assertEqual(self.explorer.ask("POST", "nothing", "{}")[0], 404)
        self.assertEqual(self.explorer.ask("POST", "go", "path=0", headers={"Content-Type": "text/plain"})[0], 415)

    def test_WhatIsTooLongIsRefused(self):
        start = f"GET /{self.explorer.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.explorer.port}\r\n"
        self.assertIn(b" 431 ", self.explorer.raw((start + "X: " + "y" * 20000).encode()).split(b"\r\n")[0])
        self.assertIn(b" 431 ", self.explorer.raw((start + "X: y\r\n" * 100 + "\r\n").encode()).split(b"\r\n")[0])
        self.assertIn(b" 413 ", self.explorer.raw((start + "Content-Length: 2000000\r\n\r\n").encode()).split(b"\r\n")[0])
        self.assertEqual(self.explorer.ask("POST", "go", "x" * 2000000)[0], 413)
        self.assertEqual(self.explorer.go("0." * 400000 + "0")[0], 422)
        self.assertEqual(self.explorer.go("0x99999999")[0], 422)

    def test_WrongRequestsAreRefused(self):
        for body in ["", "x", "[]", "1", "null", "{", '{"path":', "[" * 100000, '{"a":' * 50000, '"' + "\\u0000" * 100 + '"']:
            self.assertEqual(self.explorer.ask("POST", "go", body)[0], 400, body[:20])
        for body in ["{}", '{"path":7}', '{"path":null}', '{"path":"x"}', '{"path":"-1"}', '{"path":"0x0"}',
                     '{"path":"4294967295"}', '{"path":"99999999999"}', '{"path":"\\ud800"}']:
            self.assertIn(self.explorer.ask("POST", "go", body)[0], (400, 422), body)
        self.assertEqual(self.explorer.go("")[0], 200)
        for body in ['{"id":-1}', '{"id":1e99}', '{"generation":1,"id":18446744073709551615}', '{"generation":"1"}']:
            self.assertEqual(self.explorer.ask("POST", "parts", body)[0], 422, body)
        for body in ["{}", '{"first":"0"}', '{"first":"","second":"99"}', '{"first":[],"second":{}}']:
            self.assertEqual(self.explorer.ask("POST", "compare", body)[0], 422, body)
        for body in ["{}", '{"kind":"all"}', '{"kind":"next"}', '{"kind":"next","path":"99"}']:
            self.assertEqual(self.explorer.ask("POST", "search", body)[0], 422, body)

    def test_BytesThatAreNoRequestAreRefused(self):
        host = f"Host: 127.0.0.1:{self.explorer.port}\r\n"
        target = f"/{self.explorer.token}/"
        for text in [f"GET {target}\r\n{host}\r\n", f"GET {target} HTTP/2.0\r\n{host}\r\n", f"GET  {target} HTTP/1.1\r\n{host}\r\n",
                     f"GET {target} HTTP/1.1\r\n{host}{host}\r\n", f"GET {target} HTTP/1.1\r\n\r\n", "\r\n\r\n",
                     f"GET {target} HTTP/1.1\r\n{host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                     f"GET {target} HTTP/1.1\r\n{host}Content-Length: -1\r\n\r\n",
                     f"GET {target} HTTP/1.1\r\n{host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                     f"GET {target} HTTP/1.1\r\n{host} folded: 1\r\n\r\n", f"GET http://127.0.0.1{target} HTTP/1.1\r\n{host}\r\n",
                     f"GET {target}\x00 HTTP/1.1\r\n{host}\r\n", f"GET {target} HTTP/1.1\r\n{host}X: a\rb\r\n\r\n"]:
            answer = self.explorer.raw(text.encode("latin-1"))
            self.assertRegex(answer.split(b"\r\n")[0], rb"^HTTP/1\.1 (400|403|411|505) ", text)
        source = random.Random(7)
        for _ in range(150):
            answer = self.explorer.raw(source.randbytes(source.randrange(1, 3000)) + b"\r\n\r\n")
            self.assertTrue(answer == b"" or re.match(rb"HTTP/1\.1 4\d\d ", answer), answer[:40])
        # Parts of a right request in the wrong order, cut and doubled.
        right = f"POST {target}go HTTP/1.1\r\n{host}Content-Type: application/json\r\nContent-Length: 11\r\n\r\n{{\"path\":\"\"}}".encode()
        for _ in range(150):
            a, b = sorted(source.randrange(len(right)) for _ in range(2))
            answer = self.explorer.raw(source.choice([right[:a] + right[b:], right[:b] + right[a:], right[a:] + right[:a]]))
            self.assertTrue(answer == b"" or re.match(rb"HTTP/1\.1 \d\d\d ", answer), answer[:40])

    def test_SeveralRequestsOnOneConnectionAreAnsweredInOrder(self):
        host = f"Host: 127.0.0.1:{self.explorer.port}\r\n"
        get = f"GET /{self.explorer.token}/map HTTP/1.1\r\n{host}\r\n"
        last = f"GET /{self.explorer.token}/nothing HTTP/1.1\r\n{host}Connection: close\r\n\r\n"
        answer = self.explorer.raw((get * 50 + last).encode(), slowly=True)
        self.assertEqual(re.findall(rb"HTTP/1\.1 (\d+)", answer), [b"200"] * 50 + [b"404"])

    def test_SlowSendersDoNotKeepOthersWaiting(self):
        slow = [socket.create_connection(("127.0.0.1", self.explorer.port), timeout=20) for _ in range(300)]
        try:
            for connection in slow:
                try:
                    connection.sendall(b"GET /")
                except ConnectionError:
                    pass  # had to make room
            begin = time.monotonic()
            self.assertEqual(self.explorer.ask("GET", "")[0], 200)
            self.assertLess(time.monotonic() - begin, 5)
        finally:
            for connection in slow:
                connection.close()

    def test_ASlowReaderGetsEverything(self):
        with socket.create_connection(("127.0.0.1", self.explorer.port), timeout=20) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.sendall((f"GET /{self.explorer.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.explorer.port}\r\n"
                                "Connection: close\r\n\r\n").encode())
            time.sleep(0.3)
            self.assertEqual(self.explorer.ask("GET", "map")[0], 200)
            got = b""
            while piece := connection.recv(2000):
                got += piece
            self.assertTrue(got.rstrip().endswith(b"</html>"))

    def test_AReaderWhoLeavesDoesNoHarm(self):
        for _ in range(50):
            with socket.create_connection(("127.0.0.1", self.explorer.port), timeout=20) as connection:
                connection.sendall((f"GET /{self.explorer.token}/ HTTP/1.1\r\nHost: 127.0.0.1:{self.explorer.port}\r\n\r\n").encode())


class StatesTest(unittest.TestCase):
    """What is answered, on a program whose states are known."""

    def test_EachRunOfATreeIsWhatReplaySays(self):
        explorer = Explorer(["--property", "assert,deadlock"])
        try:
            ends, states, todo = 0, set(), [""]
            while todo and ends < 12:
                path = todo.pop()
                status, state = explorer.go(path)
                self.assertEqual(status, 200, state)
                self.assertEqual(state["path"], path)
                states.add(state["state"])
                if state["standing"] == "open":
                    steps = [json_path(path, choice["number"]) for choice in state["choices"]["list"]]
                    self.assertGreater(len(steps), 1)
                    todo += steps
                    continue
                ends += 1
                self.assertEqual(state["standing"], "exited")
                shown = subprocess.run(state["trace"]["command"], shell=True, cwd=explorer.folder.name, text=True,
                                       stdout=subprocess.PIPE, check=False).stdout
                for row in state["trace"]["rows"]:
                    for effect in row["effects"]:
                        self.assertIn(effect, shown)
                values = {each["name"]: each["value"] for each in state["globals"]["variables"]}
                for name in ("x", "y"):
                    last = re.findall(rf"\b{name}: \d -> (\d)", shown)
                    self.assertEqual(values[name], last[-1] if last else "0")
            self.assertGreaterEqual(ends, 6)
            self.assertGreater(len(states), 12)
        finally:
            explorer.end()

    def test_InputsOfManyValuesTakeNoMemory(self):
        program = "int __VERIFIER_nondet_int(void);\nint x;\nint main(void) { x = __VERIFIER_nondet_int(); return x > 5; }\n"
        explorer = Explorer(program=program)
        try:
            status, state = explorer.go("")
            self.assertEqual(status, 200)
            self.assertGreater(state["choices"]["count"], 1000)
            self.assertLessEqual(len(state["choices"]["list"]), 1000)
            self.assertEqual(explorer.go(str(state["choices"]["count"] - 1))[0], 200)
            self.assertEqual(explorer.go(str(state["choices"]["count"]))[0], 422)
        finally:
            explorer.end()

    def test_WhatDoesNotEndIsGivenUp(self):
        program = ("#include <clew.h>\nvolatile int x;\nint main(void) { if (clew_choose(2)) for (;;) x = !x; return 0; }\n")
        explorer = Explorer(program=program)
        try:
            status, state = explorer.go("")
            self.assertEqual(status, 200)
            self.assertEqual([each.get("standing") for each in state["choices"]["list"]], ["exited", None])
            self.assertEqual(explorer.go("0")[0], 200)
        finally:
            explorer.end()


def json_path(path, choice):
    """A path with one more choice, written as clew does."""
    numbers = [number for part in path.split(".") if part
               for number in [part.split("x")[0]] * int((part.split("x") + ["1"])[1])] + [str(choice)]
    parts = []
    for number in numbers:
        if parts and parts[-1][0] == number:
            parts[-1][1] += 1
        else:
            parts.append([number, 1])
    return ".".join(number if count == 1 else f"{number}x{count}" for number, count in parts)


class EndTest(unittest.TestCase):
    def test_ItEndsWithItsInputIfThatIsAPipe(self):
        explorer = Explorer(stdin=subprocess.PIPE)
        time.sleep(0.5)
        self.assertIsNone(explorer.process.poll())
        explorer.process.stdin.close()
        self.assertEqual(explorer.process.wait(timeout=5), 0)
        explorer.end()

    def test_ItEndsWithItsParent(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "prog.c"), "w") as file:
                file.write(PROGRAM)
            # A shell that tells the number of its child and is killed then.
            shell = subprocess.Popen(["sh", "-c", f"'{arguments.clew}' explore prog.c </dev/null & echo $!; wait"], cwd=folder,
                                     text=True, stdout=subprocess.PIPE)
            child = int(shell.stdout.readline())
            self.assertIn("explore: ", shell.stdout.readline())
            shell.kill()
            shell.wait()
            shell.stdout.close()
            for _ in range(50):
                if not isRunning(child):
                    return
                time.sleep(0.1)
            os.kill(child, signal.SIGKILL)
            self.fail("it still runs")

    def test_CtrlCEndsItDuringASearch(self):
        with open(os.path.join(arguments.root, "benchmarks/systems/philosophers.c")) as file:
            program = file.read()
        explorer = Explorer(["--", "-DN=14"], program=program)
        self.assertEqual(explorer.ask("POST", "search", '{"kind":"whole"}')[0], 200)
        time.sleep(0.3)
        progress = json.loads(explorer.ask("GET", "search")[2])
        self.assertTrue(progress["running"] and progress["states"] > 0, progress)
        self.assertEqual(explorer.end(), 0)

    def test_ATakenPortIsOneLine(self):
        with socket.create_server(("127.0.0.1", 0)) as taken:
            self.refuses(["prog.c", "--port", str(taken.getsockname()[1])], "port")

    def test_WrongInputIsOneLine(self):
        for words in (["--port", "0"], ["--port", "70000"], ["--port", "x"], ["--path", "99"], ["--path", "x"], ["--path", "0x99999999"]):
            self.refuses(["prog.c", *words], "")
        self.refuses(["missing.c"], "missing.c")
        self.refuses(["endless.c"], "takes longer")

    def refuses(self, words, text):
        with tempfile.TemporaryDirectory() as folder:
            for name, program in (("prog.c", PROGRAM), ("endless.c", "volatile int x; int main(void) { for (;;) x = !x; }")):
                with open(os.path.join(folder, name), "w") as file:
                    file.write(program)
            done = subprocess.run([arguments.clew, "explore", *words], cwd=folder, text=True, capture_output=True, timeout=60,
                                  stdin=subprocess.DEVNULL, check=False)
        self.assertEqual(done.returncode, 3, done)
        self.assertEqual(done.stdout, "")
        self.assertRegex(done.stderr, r"^clew: .*\n$")
        self.assertIn(text, done.stderr)


def isRunning(process):
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--clew", required=True)
    parser.add_argument("--root", default=os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    arguments, rest = parser.parse_known_args()
    arguments.clew = os.path.abspath(arguments.clew)
    unittest.main(argv=[sys.argv[0], *rest])
