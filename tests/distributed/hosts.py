"""Several hosts on one machine: network namespaces with an address each, joined by a bridge in a namespace of its own, so
that nothing is added to the machine's own network. mpirun runs on the first host and reaches the others by `ip netns exec`
where it would take ssh elsewhere. A host is cut off by taking its link down.

Everything is removed when the context ends, also the processes that are left on the hosts.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

NETWORK = "10.77.0"
# How often TCP sends something again before it gives up: seconds here, a quarter of an hour by default.
TCP_RETRIES = 3
REJOIN_SECONDS = 30.0
# After which ssh gives up a connection, here longer than mpirun takes to notice it, and how it ends then.
AGENT_SECONDS = 8.0
SSH_LOST = 255
# Waits until a host refuses a connection: it is there, but has no such service.
PROBE = """
import socket, sys, time
while True:
    try:
        socket.create_connection((sys.argv[1], 9), timeout=1)
    except ConnectionRefusedError:
        break
    except OSError:
        time.sleep(0.1)
"""


class NoNamespaces(Exception):
    """This machine does not let us have hosts."""


class Hosts:
    def __init__(self, count: int, folder: Path) -> None:
        self.folder = folder
        self.prefix = f"clew{os.getpid()}-"
        self.switch = f"{self.prefix}switch"
        self.names = [f"{self.prefix}{number}" for number in range(count)]
        self.agent = folder / "agent"

    def __enter__(self) -> "Hosts":
        try:
            self.build()
        except BaseException:
            self.remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.remove()

    def address(self, host: int) -> str:
        return f"{NETWORK}.{host + 1}"

    # ---- the network ----

    def build(self) -> None:
        if os.geteuid() != 0 or shutil.which("ip") is None:
            raise NoNamespaces("network namespaces need root and the program ip")
        try:
            ip("netns", "add", self.switch)
            ip("-n", self.switch, "link", "add", "name", "bridge0", "type", "bridge")
        except subprocess.CalledProcessError as error:
            raise NoNamespaces(error.stderr.strip()) from None
        ip("-n", self.switch, "link", "set", "bridge0", "up")
        for host in range(len(self.names)):
            self.add(host)
        self.agent.write_text(f"#!/bin/sh\nexec {sys.executable} {Path(__file__).resolve()} {self.prefix} \"$@\"\n")
        self.agent.chmod(0o755)

    def add(self, host: int) -> None:
        name = self.names[host]
        ip("netns", "add", name)
        ip("link", "add", "name", f"port{host}", "netns", self.switch, "type", "veth", "peer", "name", "eth0", "netns", name)
        ip("-n", self.switch, "link", "set", f"port{host}", "master", "bridge0", "up")
        ip("-n", name, "address", "add", f"{self.address(host)}/24", "dev", "eth0")
        for link in ("lo", "eth0"):
            ip("-n", name, "link", "set", link, "up")
        ip("netns", "exec", name, "sh", "-c", f"echo {TCP_RETRIES} > /proc/sys/net/ipv4/tcp_retries2")

    def remove(self) -> None:
        for name in (*self.names, self.switch):
            for process in self.processes(name):
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)

    def cut_off(self, host: int) -> None:
        ip("-n", self.switch, "link", "set", f"port{host}", "down")

    def join_again(self, host: int) -> None:
        """Returns when the others can be reached again, which takes a moment."""
        ip("-n", self.switch, "link", "set", f"port{host}", "up")
        probe = [*on_host(self.names[host]), sys.executable, "-c", PROBE, self.address(0 if host else 1)]
        subprocess.run(probe, check=True, timeout=REJOIN_SECONDS)

    # ---- processes ----

    def processes(self, name: str) -> list[int]:
        found = subprocess.run(["ip", "netns", "pids", name], capture_output=True, text=True)
        return [int(line) for line in found.stdout.split()]

    def ranks(self, host: int, program: Path) -> list[int]:
        """The processes on a host that execute a program."""
        found = []
        for process in self.processes(self.names[host]):
            try:
                if Path(f"/proc/{process}/exe").resolve() == program.resolve():
                    found.append(process)
            except OSError:  # it has ended meanwhile
                pass
        return found

    def wait_for_end(self, host: int, program: Path, seconds: float) -> bool:
        """Whether no rank is left on a host after so long."""
        end = time.monotonic() + seconds
        while self.ranks(host, program):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def mpirun(self, hosts: list[int]) -> list[str]:
        """Starts a rank on each of these, the first of which is host 0. Messages go by TCP, as between machines."""
        parameters = {
            "plm": "rsh",
            "plm_rsh_agent": str(self.agent),
            "pml": "ob1",
            "btl": "tcp,self",
            "btl_tcp_if_include": f"{NETWORK}.0/24",
            "oob_tcp_if_include": f"{NETWORK}.0/24",
        }
        addresses = ",".join(f"{self.address(host)}:1" for host in hosts)
        words = [word for name, value in parameters.items() for word in ("--mca", name, value)]
        return on_host(self.names[0]) + ["mpirun", "-n", str(len(hosts)), "--host", addresses, *words]


def ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True)


def on_host(name: str) -> list[str]:
    """Executes what follows on a host, under its name."""
    script = f"hostname {shlex.quote(name)} && exec \"$@\""
    return ["ip", "netns", "exec", name, "unshare", "--uts", "sh", "-c", script, "sh"]


def launch(prefix: str, address: str, words: list[str]) -> int:
    """In the place of ssh: an address, and words for the shell there. A host that is cut off cannot say how they ended."""
    number = int(address.rpartition(".")[2]) - 1
    status = subprocess.run([*on_host(f"{prefix}{number}"), "sh", "-c", " ".join(words)]).returncode
    if is_cut_off(prefix, number):
        time.sleep(AGENT_SECONDS)
        return SSH_LOST
    return status


def is_cut_off(prefix: str, host: int) -> bool:
    link = subprocess.run(["ip", "-n", f"{prefix}switch", "link", "show", "dev", f"port{host}", "up"], capture_output=True)
    return link.returncode == 0 and not link.stdout


if __name__ == "__main__":
    sys.exit(launch(sys.argv[1], sys.argv[2], sys.argv[3:]))
