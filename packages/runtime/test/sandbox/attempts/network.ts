import type { Attempt } from "./attempt.js";

export const NETWORK: readonly Attempt[] = [
  {
    name: "connects outwards",
    language: "python",
    program: `
import socket
from attempt import *
attempt("tcp", lambda: socket.create_connection(("1.1.1.1", 443), timeout=2))
attempt("tcp6", lambda: socket.create_connection(("2606:4700:4700::1111", 443), timeout=2))
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
attempt("udp", lambda: udp.sendto(b"x", ("8.8.8.8", 53)))
`,
    evidence: { denied: /network: tcp: OSError: \[Errno 101\] Network is unreachable/, exit: 0 },
  },
  {
    name: "connects outwards",
    language: "node",
    program: `
import net from "node:net";
import { attempt } from "./attempt.mjs";
await attempt("tcp", () => new Promise((done, fail) => net.connect(443, "1.1.1.1", () => done("connected")).on("error", fail)));
await attempt("fetch", () => fetch("http://93.184.216.34/").catch((error) => { throw error.cause; }));
`,
    evidence: { denied: /network: tcp: .*ENETUNREACH/, exit: 0 },
  },
  {
    name: "asks for a name",
    language: "python",
    program: `
import socket
from attempt import *
attempt("name", lambda: socket.getaddrinfo("example.com", 80))
`,
    evidence: { denied: /network: name: gaierror/, exit: 0 },
  },
  {
    name: "asks a name server",
    language: "node",
    program: `
import dns from "node:dns/promises";
import { attempt } from "./attempt.mjs";
const resolver = new dns.Resolver({ timeout: 300, tries: 1 });
resolver.setServers(["8.8.8.8"]);
await attempt("query", () => resolver.resolve4("example.com"));
`,
    evidence: { denied: /network: query: .*ECONNREFUSED/, exit: 0 },
  },
  {
    name: "reaches a listener on the loopback of the machine",
    language: "python",
    program: `
import socket
from attempt import *
attempt("listener", lambda: socket.create_connection(("127.0.0.1", PORT), timeout=2).recv(100))
attempt("listener6", lambda: socket.create_connection(("::1", PORT), timeout=2).recv(100))
`,
    evidence: { denied: /network: listener: ConnectionRefusedError/, exit: 0 },
  },
  {
    name: "reaches a socket without a file",
    language: "python",
    program: `
import socket
from attempt import *
one = socket.socket(socket.AF_UNIX)
attempt("abstract", lambda: one.connect("\\0contractc-test-" + str(PID)))
two = socket.socket(socket.AF_UNIX)
attempt("file", lambda: two.connect(FOLDER + "/socket"))
attempt("docker", lambda: socket.socket(socket.AF_UNIX).connect("/var/run/docker.sock"))
`,
    evidence: { denied: /network: abstract: ConnectionRefusedError/, exit: 0 },
  },
  {
    name: "reads packets",
    language: "python",
    program: `
import socket
from attempt import *
attempt("packets", lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0x0300))
attempt("raw", lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP))
`,
    evidence: { denied: /access: packets: PermissionError/, exit: 0 },
  },
];

/** The one network that a command does have. */
export const LOOPBACK = `
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: server.accept()[0].sendall(b"own loopback"), daemon=True).start()
print(socket.create_connection(server.getsockname()).recv(100).decode())
`;
