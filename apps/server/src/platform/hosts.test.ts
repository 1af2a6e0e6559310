import { connect } from "node:net";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { ForeignHosts, hostCheck } from "./hosts.ts";

const server = await startTestServer({
  PUBLIC_URL: "https://umbral.example",
  ALLOWED_HOSTS: "umbral.local, 192.168.1.20",
});
afterAll(() => server.close());

/** The first line of the answer to exactly these words. */
function rawly(...lines: string[]): Promise<string> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    const line = connect(Number(port), hostname, () => line.end(`${lines.join("\r\n")}\r\n\r\n`));
    let said = "";
    line.on("data", (chunk: Buffer) => {
      said += chunk.toString();
    });
    line.once("error", reject);
    line.once("close", () => resolve(said));
    // Who was let in holds its socket open: its first words are enough.
    line.once("data", () => line.destroySoon());
  });
}

const ask = (host: string, path = "/healthz") =>
  rawly(`GET ${path} HTTP/1.1`, `Host: ${host}`, "Connection: close");
const upgrade = (host: string, ...more: string[]) =>
  rawly(
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
    `Host: ${host}`,
    "Connection: Upgrade",
    "Upgrade: websocket",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ...more,
  );

const OWN = [
  "umbral.example",
  "UMBRAL.example:443",
  "umbral.local:3000",
  "192.168.1.20:3000",
  "localhost",
  "localhost:8080",
  "127.0.0.1:1",
  "127.8.8.8",
  "[::1]:3000",
];
const FOREIGN = [
  "evil.example",
  "evil.example:3000",
  "umbral.example.evil.example",
  "evil-umbral.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example",
  "evil.example@127.0.0.1",
  "192.168.1.21",
  "[2001:db8::1]",
];

describe("whoever asks for another name", () => {
  it("is refused before anything else, on every path", async () => {
    for (const host of FOREIGN) {
      for (const path of ["/", "/healthz", "/api/buildings", "/api/nothing"]) {
        const answer = await ask(host, path);
        expect([host, path, answer.split("\r\n")[0]]).toEqual([host, path, "HTTP/1.1 403 Forbidden"]);
        expect(answer).toContain('"code":"HOST_NOT_ALLOWED"');
      }
    }
    for (const host of OWN) {
      expect([host, (await ask(host)).split("\r\n")[0]]).toEqual([host, "HTTP/1.1 200 OK"]);
    }
  });

  it("opens no socket, neither a page that was pointed here nor a program such as a controller", async () => {
    for (const host of FOREIGN) {
      expect([host, await upgrade(host, `Origin: http://${host}`)]).toEqual([
        host,
        expect.stringMatching(/^HTTP\/1\.1 4\d\d /),
      ]);
      expect([host, await upgrade(host)]).toEqual([host, expect.stringMatching(/^HTTP\/1\.1 4\d\d /)]);
    }
    for (const host of OWN) {
      const answer = await upgrade(host);
      expect([host, answer.split("\r\n")[0]]).toEqual([host, "HTTP/1.1 101 Switching Protocols"]);
    }
    expect(await upgrade("umbral.example", "Origin: https://evil.example")).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(await upgrade("umbral.example", "Origin: https://umbral.example")).toMatch(/^HTTP\/1\.1 101 /);
  });

  it("is none who says nothing at all", async () => {
    expect(await rawly("GET /healthz HTTP/1.0")).toMatch(/^HTTP\/1\.1 403 /);
  });
});

describe("the address at which a connection arrived", () => {
  const check = hostCheck({ publicUrl: undefined, host: "0.0.0.0", allowedHosts: [] });
  const asks = (host: string, localAddress: string) =>
    check({ headers: { host }, socket: { localAddress } } as unknown as Parameters<typeof check>[0]);

  it("is one of the server's own names, in whatever form it is written", () => {
    expect(asks("192.168.1.10:3000", "192.168.1.10")).toBe(true);
    expect(asks("192.168.1.10:3000", "::ffff:192.168.1.10")).toBe(true);
    expect(asks("[2001:db8:0:0::1]:3000", "2001:db8::1")).toBe(true);
    expect(asks("[fe80::1]", "fe80::1%eth0")).toBe(true);
  });

  it("makes no other address, and no name, one of them", () => {
    expect(asks("192.168.1.11", "192.168.1.10")).toBe(false);
    expect(asks("umbral.local", "192.168.1.10")).toBe(false);
    expect(asks("", "192.168.1.10")).toBe(false);
  });
});

it("is told to the log once and then counted, cut to what a line may hold", () => {
  const warn = vi.fn();
  const foreign = new ForeignHosts({ warn });
  for (const host of ["umbral.lan", "x".repeat(5000), "x".repeat(5000)]) {
    foreign.note({ headers: { host } });
  }
  expect(warn).toHaveBeenCalledExactlyOnceWith(
    { host: "umbral.lan", times: 1 },
    expect.stringContaining("ALLOWED_HOSTS"),
  );
  foreign.stop();
  expect(warn).toHaveBeenLastCalledWith({ host: "x".repeat(100), times: 2 }, expect.any(String));
});
