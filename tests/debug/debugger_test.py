#!/usr/bin/env python3
"""clew debug, driven as editors and people drive it.

An editor is a client of the Debug Adapter Protocol (client.py), which goes through three programs: a deadlock of three threads,
a lost update, a read behind the end of an array in C++. What it sees is compared with what is known of them, and with the trace
of clew check --json. Over each whole path: what was seen at each position going forwards is seen again going backwards.

Then what no editor would send: unknown requests, arguments of wrong kinds, frames that are none. Exits with 1 if something is wrong.
"""

import argparse
import json
import random
import re
import socket
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from client import SECONDS, Client, Failure, Process, require

FOLDER = Path(__file__).resolve().parent
ACCOUNT = str(FOLDER / "account.c")
TABLE = str(FOLDER / "table.c")
MATRIX = str(FOLDER / "matrix.cpp")


def line_of(file, text):
    """The number of the line that has this text."""
    for number, line in enumerate(Path(file).read_text().splitlines(), 1):
        if text in line:
            return number
    raise Failure(f"{file} has no line with {text}")


def same(seen, expected, what):
    require(seen == expected, f"{what}: {seen}, not {expected}")


def checked(clew, file):
    """The path to the violation, and its trace as (thread, line, effects), the thread as the protocol numbers it."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        subprocess.run([clew, "check", file, "--json", report], capture_output=True, check=False, timeout=SECONDS)
        told = json.loads(report.read_text())
    lines = [(int(line["thread"][1:]) + 1, line["location"]["line"], line["effects"]) for line in told["trace"]["lines"]]
    return told["violation"]["path"], lines


# ---- a lost update ----


def test_account(clew):
    path, trace = checked(clew, ACCOUNT)
    writer = [thread for thread, _, effects in trace if any("shared.balance: " in each for each in effects)][-1]
    with Process(clew) as client:
        client.launch(program=ACCOUNT, path=path)
        require(client.capabilities["supportsStepBack"], "it cannot step back")
        reads = line_of(ACCOUNT, "int before =")
        calls = line_of(ACCOUNT, "int after =")
        told = client.request("setBreakpoints", source={"path": ACCOUNT}, breakpoints=[{"line": calls}, {"line": 2}, {"line": 1000}])
        first, moved, none = told["breakpoints"]
        same((first["verified"], first["line"]), (True, calls), "a breakpoint")
        same((moved["verified"], moved["line"]), (True, line_of(ACCOUNT, "int sum")), "a breakpoint above the first function")
        require(not none["verified"], "a breakpoint behind the end of the file")
        client.request("setBreakpoints", source={"path": ACCOUNT}, breakpoints=[{"line": calls}])
        client.request("configurationDone")
        same(client.wait("output"), {"category": "stdout", "output": "two payments\n"}, "what was printed")

        # Both threads have read the balance before anybody writes.
        seen = []
        for _ in range(2):
            stop = client.wait("stopped") if not seen else client.move("continue", threadId=1)
            same(stop["reason"], "breakpoint", "the reason")
            same(stop["hitBreakpointIds"], [first["id"] + 2] if not seen else stop["hitBreakpointIds"], "which breakpoint")
            same(client.place()[1:], ("pay", calls), "where the breakpoint is")
            locals_ = client.values("Locals")
            same(locals_["before"], "100", "what was read")
            seen.append((stop["threadId"], locals_["amount"]))
        same(sorted(seen), [(2, "5"), (3, "7")], "threads and amounts")
        stop = client.move("continue", threadId=1)
        same(stop["reason"], "exception", "the end")
        info = client.request("exceptionInfo", threadId=stop["threadId"])
        same(info["exceptionId"], "assert", "the violation")
        require("shared.balance == 112" in info["description"], info["description"])
        same(client.place(), (1, "main", line_of(ACCOUNT, "assert(")), "where it fails")
        same(client.value("shared.balance"), str(100 + int(dict(seen)[writer])), "the balance")
        client.refused("evaluate", expression="nobody", frameId=client.frames()[0]["id"], context="watch")

        # Back to both breakpoints and to the beginning.
        back = []
        for _ in range(2):
            stop = client.move("reverseContinue", threadId=1)
            same(stop["reason"], "breakpoint", "the reason on the way back")
            back.append((stop["threadId"], client.values("Locals")["amount"]))
        same(back, seen[::-1], "breakpoints on the way back")
        stop = client.move("reverseContinue", threadId=1)
        same(stop["reason"], "entry", "the beginning")
        same(list(client.threads()), [1], "threads at the beginning")
        client.request("disconnect")
        client.wait("terminated")
        same(client.close(), (0, ""), "the end of the process")


def test_variables(clew):
    """Structures, arrays in pages, conditions, hits, messages, functions, data."""
    with Process(clew) as client:
        client.begin(program=ACCOUNT)
        shared = client.scope("Globals")["shared"]
        members = client.variables(shared["variablesReference"])
        same(members["balance"]["value"], "100", "a member")
        same(members["limits"]["indexedVariables"], 3, "elements")
        page = client.variables(members["limits"]["variablesReference"], start=1, count=1)
        same([each["value"] for each in page.values()], ["20"], "a page")
        same(client.value("shared.limits[2] + 1"), "31", "an expression")
        info = client.request("dataBreakpointInfo", name="balance", variablesReference=shared["variablesReference"])
        require(info["dataId"], "balance is a place in memory")

        def stops():
            """Values of an expression at each stop to the end."""
            places = []
            while client.move("continue", threadId=1)["reason"] not in ("exception", "choice", "end"):
                places.append((client.place()[1:], client.values("Locals")))
            client.move("restart")
            return places

        client.request("setDataBreakpoints", breakpoints=[{"dataId": info["dataId"], "accessType": "write"}])
        same(len(stops()), 2, "changes of the balance")
        client.request("setDataBreakpoints", breakpoints=[])
        client.request("setFunctionBreakpoints", breakpoints=[{"name": "added"}])
        places = stops()
        same([place for place, _ in places], 2 * [("added", line_of(ACCOUNT, "int sum"))], "calls of added")
        client.request("setFunctionBreakpoints", breakpoints=[{"name": "added", "hitCondition": "2"}])
        same(stops(), places[1:], "the second call of added")
        client.request("setFunctionBreakpoints", breakpoints=[{"name": "added", "condition": "amount == 7"}])
        same([values["amount"] for _, values in stops()], ["7"], "a condition")
        told = client.request("setFunctionBreakpoints", breakpoints=[{"name": "nobody"}, {"name": "pay", "condition": "nobody > 1"}])
        same([each["verified"] for each in told["breakpoints"]], [False, False], "breakpoints that never stop")
        client.request("setFunctionBreakpoints", breakpoints=[])
        client.request("setBreakpoints", source={"path": ACCOUNT},
                       breakpoints=[{"line": line_of(ACCOUNT, "shared.balance = after"), "logMessage": "{after} instead of {before}"}])
        client.events.clear()
        client.move("continue", threadId=1)
        client.events.clear()
        client.move("restart")
        client.request("continue", threadId=1)
        printed = []
        while (message := client.read())["event"] != "stopped":
            printed.append(message["body"]["output"])
        client.keep(message)
        same(sorted(each for each in printed if "instead" in each), ["105 instead of 100\n", "107 instead of 100\n"], "messages")


def test_steps(clew):
    """Over, into and out of calls, there and back, in one thread while others act in between."""
    with Process(clew) as client:
        client.begin(program=ACCOUNT)
        calls = line_of(ACCOUNT, "int after =")
        client.request("setBreakpoints", source={"path": ACCOUNT}, breakpoints=[{"line": calls}])
        thread = client.move("continue", threadId=1)["threadId"]
        client.request("setBreakpoints", source={"path": ACCOUNT}, breakpoints=[])
        inside = line_of(ACCOUNT, "int sum")
        same(client.move("stepIn", threadId=thread)["reason"], "step", "the reason")
        same(client.place(), (thread, "added", inside), "into the call")
        same([frame["name"] for frame in client.frames()], ["added", "pay"], "calls")
        same(client.values("Locals", client.frames()[1]["id"])["before"], "100", "a local of the caller")
        client.move("next", threadId=thread)
        same(client.place(), (thread, "added", inside + 1), "the next line")
        same(client.value("sum"), client.value("balance + amount"), "the sum")
        client.move("stepOut", threadId=thread)
        same(client.place(), (thread, "pay", calls + 1), "behind the call")
        client.move("stepBack", threadId=thread)
        same(client.place(), (thread, "pay", calls), "back over the call")
        client.move("next", threadId=thread)
        same(client.place(), (thread, "pay", calls + 1), "over the call")


# ---- a deadlock ----


def test_table(clew):
    with Process(clew) as client:
        client.launch(program=TABLE)
        client.request("configurationDone")
        stop = client.wait("stopped")
        same(stop["reason"], "exception", "the end")
        require("deadlock" in stop["text"], stop["text"])
        names = client.threads()
        same(sorted(names), [1, 2, 3, 4], "threads")
        for number in (1, 2, 3):
            require(names[number + 1].startswith(f"T{number} philosopher (waits for mutex fork_of[{number % 3}], held by "),
                    names[number + 1])
            frames = client.frames(number + 1)
            same([(frame["name"], frame["line"]) for frame in frames],
                 [("eat", line_of(TABLE, "lock(right)")), ("philosopher", line_of(TABLE, "eat(seat);"))], "calls")
            same(client.values("Locals", frames[0]["id"])["seat"], str(number - 1), "who it is")
        locks = client.values("Locks")
        same([locks[f"fork_of[{seat}]"] for seat in range(3)], ["held by T1", "held by T2", "held by T3"], "locks")
        # Each thread goes back by itself: to where it came to the line on which it waits, and to where it took its left fork.
        client.move("stepBack", threadId=3)
        same(client.place(), (3, "eat", line_of(TABLE, "lock(right)")), "where T2 waits")
        same(client.values("Locks")["fork_of[1]"], "held by T2", "its fork")
        client.move("stepBack", threadId=3)
        same(client.place(), (3, "eat", line_of(TABLE, "lock(left)")), "a step back in T2")
        require(client.values("Locks")["fork_of[1]"] == "free", "the fork was not taken yet")
        same(client.value("meals"), "0", "meals")


def test_live(clew):
    """Nobody looks for a violation: the client chooses, and finds the deadlock by itself."""
    with Process(clew, TABLE, "--live") as client:
        client.begin()
        stop = client.move("continue", threadId=1)
        require("T0 cannot go on" in stop.get("text", ""), f"main waits for the others: {stop}")
        choices = client.values("Choices")
        require(len(choices) == 3 and all("lock(left)" in each for each in choices.values()), str(choices))
        client.request("setBreakpoints", source={"path": TABLE}, breakpoints=[{"line": line_of(TABLE, "lock(right)")}])
        for thread in (2, 3, 4):
            client.move("continue", threadId=thread)
            same(client.place(), (thread, "eat", line_of(TABLE, "lock(right)")), "a philosopher with one fork")
            listing = client.request("evaluate", expression="choices", context="repl")["result"]
            same(bool(re.search(r"^0: T\d+ at .*table\.c:\d+: .* -- .*locks fork_of", listing)), thread < 4, f"a choice in {listing}")
        require("deadlock" in client.move("continue", threadId=4)["text"], "the deadlock that the client has found")
        # Another way from the beginning of the last step.
        client.request("setBreakpoints", source={"path": TABLE}, breakpoints=[])
        client.move("reverseContinue", threadId=1)
        client.events.clear()
        require("T0" in client.request("evaluate", expression="threads", context="repl")["result"], "threads")
        client.request("evaluate", expression="choose 0", context="repl")
        client.wait("stopped")
        client.refused("evaluate", expression="choose", context="watch")


# ---- C++ ----


def test_matrix(clew):
    with Process(clew) as client:
        client.launch(files=[MATRIX])
        client.request("configurationDone")
        stop = client.wait("stopped")
        same(stop["reason"], "exception", "the end")
        same(client.request("exceptionInfo", threadId=1)["exceptionId"], "out-of-bounds", "the violation")
        frames = client.frames()
        same([(frame["name"], frame["line"]) for frame in frames],
             [("shapes::Row::at(int) const", line_of(MATRIX, "int value =")),
              ("shapes::sum(shapes::Row const&)", line_of(MATRIX, "total += row")), ("main", line_of(MATRIX, "shapes::sum(row)"))],
             "calls")
        same(client.values("Locals", frames[0]["id"])["index"], "4", "the index")
        same(client.value("index + 1", frames[0]["id"]), "5", "an expression")
        same(client.values("Locals", frames[1]["id"])["total"], str(0 + 1 + 4 + 9), "the sum so far")
        same(len(client.scope("Heap")), 1, "objects on the heap")
        client.request("setFunctionBreakpoints", breakpoints=[{"name": "shapes::Row::at", "condition": "index < 2"}])
        seen = []
        while client.move("reverseContinue", threadId=1)["reason"] == "breakpoint":
            seen.append(client.values("Locals")["index"])
        same(seen, ["1", "0"], "backwards through calls")
        source = client.request("source", source={"path": MATRIX}, sourceReference=0)
        same(source["content"], Path(MATRIX).read_text(), "the source")


# ---- forwards and backwards ----


def look_around(client):
    """Everything that can be seen where it stands."""
    shown = [client.place(), client.threads(), client.values("Globals"), client.values("Locks"), client.values("Heap")]
    for thread in client.threads():
        for frame in client.frames(thread):
            shown.append((thread, frame["name"], frame["line"], client.values("Locals", frame["id"])))
    return shown


def is_part(parts, whole):
    """Whether some things come in this order among others."""
    rest = iter(whole)
    return all(part in rest for part in parts)


def test_both_ways(clew, file):
    path, trace = checked(clew, file)
    with Process(clew) as client:
        client.begin(program=file, path=path)
        seen = [look_around(client)]
        while client.stop["reason"] != "exception":
            client.move("next", threadId=client.stop["threadId"], granularity="instruction")
            seen.append(look_around(client))
        for shown in seen[-2::-1]:
            client.move("stepBack", threadId=client.stop["threadId"], granularity="instruction")
            same(look_around(client), shown, f"{file}, going back")
        stop = client.move("stepBack", threadId=1, granularity="instruction")
        same(stop["reason"], "entry", "before the beginning")
        same(look_around(client), seen[0], f"{file}, at the beginning")
    # An independent witness: the trace names the same lines, in the same order.
    visited = [shown[0][0::2] for shown in seen]
    require(len(visited) > 10, f"{file}: only {len(visited)} positions")
    lines = [(thread, line) for thread, line, _ in trace]
    require(is_part(lines, visited), f"{file}: the trace has {lines}, the debugger {visited}")


def test_other_programs(clew):
    """The program that is debugged keeps its locals and tells its lines, and has the same paths as the one that was checked."""
    for task in ("cpp/atomic_load_and_store", "cpp/map_without_a_lock", "unlock_not_owner/lock_of_ended_thread",
                 "posix/keys_destructor_forgotten", "uninitialized/address", "data_race/one_input_races"):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "report.json"
            subprocess.run([clew, "check", str(FOLDER.parent / f"programs/{task}.yml"), "--json", str(report)], capture_output=True,
                           check=False, timeout=SECONDS)
            end = type_in(clew, [str(report)], ["goto end"])[1]
            violated = json.loads(report.read_text())["violation"]["property"]
            require(f"violated: {violated}: " in end, f"{task}: {violated} is violated, but it ends with {end}")


# ---- what nobody should send ----


def test_refusals(clew):
    with Process(clew) as client:
        client.refused("threads")
        client.refused("launch")
        client.refused("launch", program="nowhere.c")
        client.refused("launch", program=ACCOUNT, path="7x9")
        client.refused("launch", program=ACCOUNT, options=["--no-such-option"])
        client.launch(program=ACCOUNT, stopOnEntry=True)
        client.request("configurationDone")
        client.wait("stopped")
        client.refused("launch", program=ACCOUNT)
        client.refused("makeCoffee")
        client.refused("exceptionInfo", threadId=1)
        client.refused("variables", variablesReference=10**9)
        client.refused("scopes", frameId=77)
        client.refused("stackTrace", threadId=99)
        client.refused("source", sourceReference=10**6)
        client.request("pause", threadId=1)
        for body in (b"[]", b"{", b"7", b"{}", b'{"type":"request"}', b"[" * 100000, b'{"a":' * 100000, b"\xff\xfe"):
            client.send_bytes(b"Content-Length: %d\r\n\r\n" % len(body) + body)
            require(client.read()["success"] is False, f"{body[:20]} was taken for a request")
        same(client.close(), (0, ""), "the end of the process")


def hostile_value(dice):
    return dice.choice([None, True, -1, 0, 1, 2, 2**31, 2**32, 2**63, 2**64 - 1, -2**63, 1.5, 1e308, "", "x", "\0", "%s%n", "A" * 5000,
                        [], {}, [[]], {"path": ACCOUNT}, [{"line": 2**32 - 1}], [{"line": 21, "condition": "((((((("}],
                        [{"name": "pay", "hitCondition": "%%%"}], [{"dataId": "1:18446744073709551615:0:x"}], "balance", "goto 99999999999"])


def test_hostile_arguments(clew, seed=7):
    """Requests whose arguments are anything: each is answered, and then it still works."""
    dice = random.Random(seed)
    commands = ["setBreakpoints", "setFunctionBreakpoints", "setDataBreakpoints", "dataBreakpointInfo", "breakpointLocations", "threads",
                "stackTrace", "scopes", "variables", "evaluate", "next", "stepIn", "stepOut", "stepBack", "continue", "reverseContinue",
                "source", "exceptionInfo", "pause", "restart", "setExceptionBreakpoints", "loadedSources", "initialize"]
    names = ["threadId", "frameId", "variablesReference", "start", "count", "expression", "context", "source", "breakpoints", "line",
             "endLine", "name", "startFrame", "levels", "granularity", "sourceReference", "lines", "dataId"]
    with Process(clew) as client:
        client.begin(program=ACCOUNT)
        for _ in range(400):
            arguments = {name: hostile_value(dice) for name in dice.sample(names, dice.randrange(5))}
            if dice.random() < 0.3:
                arguments["context"] = "repl"
                arguments["expression"] = dice.choice(["step", "print shared", "break 24 if before", "choose 0", "frame 9", "thread 2", "list",
                                                       "finish", "watch shared.balance", "*(int*)0", "shared.limits[99]", "1/0", "delete 1"])
            client.ask(dice.choice(commands), arguments)
        client.request("setBreakpoints", source={"path": ACCOUNT}, breakpoints=[])
        same(client.request("evaluate", expression="1 + 1", context="repl")["result"], "2", "arithmetic after all that")
        same(client.close(), (0, ""), "the end of the process")


def test_hostile_frames(clew, seed=11):
    """Bytes that are no messages: one line and exit status 3, or the end."""
    dice = random.Random(seed)
    inputs = [b"Content-Length: 99999999999\r\n\r\n", b"Content-Length: -1\r\n\r\n", b"Content-Length: 5\r\n\r\n{}", b"A" * 100000,
              b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}", b"Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
              b"\r\n\r\n", b"Content-Type: x\r\n\r\n", b"Content-Length:\r\n\r\n", b"Content-Length: 0\r\n\r\n"]
    for _ in range(20):
        inputs.append(bytes(dice.randrange(256) for _ in range(dice.randrange(1, 300))))
    for data in inputs:
        done = subprocess.run([clew, "debug", "--dap"], input=data, capture_output=True, timeout=SECONDS, check=False)
        complaint = done.stderr.decode()
        isOrdinary = done.returncode == 0 and not complaint
        require(isOrdinary or (done.returncode == 3 and complaint.startswith("clew: ") and complaint.count("\n") == 1),
                f"{data[:40]}: {done.returncode}, {complaint}")
    done = subprocess.run([clew, "debug", "--dap"], input=b"", capture_output=True, timeout=SECONDS, check=False)
    same((done.returncode, done.stdout, done.stderr), (0, b"", b""), "nothing at all")


# ---- a port, and a terminal ----


def test_port(clew):
    require(subprocess.run([clew, "debug", "--port", "0"], capture_output=True, timeout=SECONDS, check=False).returncode == 3,
            "a port without a program")
    server = subprocess.Popen([clew, "debug", TABLE, "--port", "0"], stdout=subprocess.PIPE, text=True)
    try:
        address = re.fullmatch(r"listening on (127\.0\.0\.1):(\d+)\n", server.stdout.readline())
        require(address, "it does not say where it listens")
        with socket.create_connection((address[1], int(address[2])), timeout=SECONDS) as connection:
            client = Client(connection.makefile("rb", buffering=0), connection.makefile("wb", buffering=0))
            client.request("initialize", adapterID="clew")
            # It debugs what it was started with, whatever the client wants.
            client.request("attach", program="nowhere.c", flags=["-fplugin=nowhere.so"])
            client.request("configurationDone")
            require("deadlock" in client.wait("stopped")["text"], "the deadlock")
            client.request("terminate")
            client.wait("terminated")
        same(server.wait(timeout=SECONDS), 0, "the end of the server")
    finally:
        server.kill()
        server.stdout.close()


def type_in(clew, words, lines):
    """What the terminal answers to each line, the last one being the end."""
    done = subprocess.run([clew, "debug", *words], input="".join(line + "\n" for line in lines), capture_output=True, text=True,
                          timeout=SECONDS, check=False)
    same((done.returncode, done.stderr), (0, ""), f"the terminal with {words}")
    require("\x1b" not in done.stdout, "colours on a pipe")
    return done.stdout.split("(clew) ")


def test_terminal(clew):
    calls = line_of(ACCOUNT, "int after =")
    greeting, broken, stopped, locals_, inside, printed, where, again, failed, back, unknown, _ = type_in(
        clew, [ACCOUNT], [f"break account.c:{calls} if amount == 7", "continue", "locals", "step", "print balance + amount", "where", "", "c",
                          "back", "dance", "quit"])
    require("assert" in greeting and "in main at " in greeting, greeting)
    require(f"account.c:{calls} if amount == 7" in broken, broken)
    require("two payments" in stopped and "breakpoint 1" in stopped and f"account.c:{calls}" in stopped, stopped)
    require("amount = 7\n" in locals_ and "before = 100\n" in locals_, locals_)
    require("in added" in inside, inside)
    require("= 107" in printed, printed)
    require(where == again and "#0 in added" in where and "#1 in pay" in where, f"{where} and {again}")
    require("violated: assert" in failed, failed)
    require("in main" in back, back)
    require("dance" in unknown, unknown)

    answers = type_in(clew, [TABLE], ["goto end", "threads", "locks", "thread 2", "reverse-continue", "choices", "choose 1", "path", "help", "q"])
    require("violated: deadlock" in answers[1], answers[1])
    require(answers[2].count("waits for mutex") == 3, answers[2])
    require("fork_of[0]: held by T1" in answers[3], answers[3])
    require("T2 philosopher" in answers[4], answers[4])
    require("this is the beginning" in answers[5], answers[5])
    require(re.search(r"^1: T1 at ", answers[6], re.M), answers[6])
    require("T1 in eat" in answers[7], answers[7])
    same(answers[8].strip(), "1", "the path")
    require("reverse-continue" in answers[9], answers[9])

    # The path of a report, one that does not fit, and an input with more values than anybody wants to read.
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "input.c"
        program.write_text("int __VERIFIER_nondet_int(void);\nint main(void) {\n  int x = __VERIFIER_nondet_int();\n  return x;\n}\n")
        answers = type_in(clew, [str(program), "--live"], ["choices", "next", "print x", "goto 0", "choose 7", "goto end", "choose 0", "c"])
        require(answers[1].count("\n") == 21 and "and so on to 65535" in answers[1], answers[1])
        require("T0 takes choice 0, the first of its 65536" in answers[2], answers[2])
        require("x = 0\n" in answers[3], answers[3])
        require("the program ends with status " in answers[8], answers[8])
        report = str(Path(folder) / "report.json")
        subprocess.run([clew, "check", MATRIX, "--json", report], capture_output=True, check=False, timeout=SECONDS)
        answers = type_in(clew, [report], ["watch total", "goto end", "print *this", "up", "print total", "bt"])
        require("cells_ = " in answers[3] and "size_ = 4" in answers[3], answers[3])
        require("total = 14" in answers[5], answers[5])
    for words in ([], [ACCOUNT, "--path", "9x9"], ["nowhere.c"]):
        done = subprocess.run([clew, "debug", *words], capture_output=True, text=True, timeout=SECONDS, check=False, input="")
        require(done.returncode == 3 and done.stderr.count("\n") == 1, f"{words}: {done.returncode}, {done.stderr}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clew", required=True)
    parser.add_argument("--only", default="", help="tests whose name has this in it")
    options = parser.parse_args()
    tests = {name[5:]: function for name, function in globals().items() if name.startswith("test_")}
    both = tests.pop("both_ways")
    for file in (ACCOUNT, TABLE, MATRIX):
        tests[f"both_ways_{Path(file).stem}"] = lambda clew, file=file: both(clew, file)
    wanted = {name: test for name, test in tests.items() if options.only in name}
    failures = 0
    with ThreadPoolExecutor(2) as pool:
        runs = {name: pool.submit(test, options.clew) for name, test in wanted.items()}
        for name, run in runs.items():
            try:
                run.result()
                print(f"{name}: ok")
            except Exception as failure:  # pylint: disable=broad-except
                failures += 1
                print(f"{name}: {type(failure).__name__}: {failure}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
