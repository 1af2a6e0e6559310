import { IncomingMessage } from "node:http";
import { connect, Socket } from "node:net";
import { io as dial } from "socket.io-client";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { UnsignedLines } from "./unsigned-lines.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { hostname, port } = new URL(server.url);

const lines: Socket[] = [];
afterEach(async () => {
  for (const line of lines.splice(0)) {
    line.destroy();
  }
});

/** A line that is open, and whether it is cut. */
async function newLine() {
  const line = connect(Number(port), hostname);
  lines.push(line);
  const cut = new Promise<"cut">((resolve) => line.once("close", () => resolve("cut")));
  line.on("error", () => undefined);
  await new Promise((resolve) => line.once("connect", resolve));
  return { line, cut };
}

/** Asks on this very line who is signed in, and waits for the answer, or until it is cut. */
async function ask({ line, cut }: Awaited<ReturnType<typeof newLine>>, token: string): Promise<string> {
  const head = ["GET /api/user/auth/currentUser HTTP/1.1", "Host: localhost", `Authorization: JWT ${token}`];
  const heard = new Promise<string>((resolve) => line.once("data", (chunk) => resolve(String(chunk))));
  line.write(`${head.join("\r\n")}\r\n\r\n`);
  return (await Promise.race([heard, cut])).slice(0, 12);
}

describe("lines on which nobody has signed in", () => {
  it("are so many of one address, and those of who signed in are not among them", async () => {
    const rosa = await server.newPerson();
    const own = await newLine();
    expect(await ask(own, rosa.token)).toBe("HTTP/1.1 200");
    const many = await Promise.all(Array.from({ length: 410 }, () => newLine()));
    let cut = 0;
    for (const line of many) {
      void line.cut.then(() => {
        cut += 1;
      });
    }
    await expect.poll(() => cut, { timeout: 10_000 }).toBe(10);
    // Who signed in before goes on, on the same line.
    expect(await ask(own, rosa.token)).toBe("HTTP/1.1 200");
    for (const { line } of many) {
      line.destroy();
    }
    await expect.poll(async () => ask(await newLine(), rosa.token), { timeout: 10_000 }).toBe("HTTP/1.1 200");
  });
});

describe("a line behind a proxy", () => {
  it("counts before it joins anything, until it is gone or somebody signed in", () => {
    const lines = new UnsignedLines(["127.0.0.1"], 1);
    const newRequest = () => {
      const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "127.0.0.1" });
      const request = new IncomingMessage(socket);
      request.headers["x-forwarded-for"] = "203.0.113.7";
      return request;
    };
    const first = newRequest();
    expect([lines.openedThrough(first), lines.openedThrough(newRequest())]).toEqual([true, false]);
    first.socket.emit("close");
    const second = newRequest();
    expect([lines.openedThrough(second), lines.openedThrough(newRequest())]).toEqual([true, false]);
    lines.signedIn(second);
    expect(lines.openedThrough(newRequest())).toBe(true);
  });

  it("is refused when its address has too many, though it never joins a namespace", async () => {
    const behind = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1" });
    const { port: itsPort } = new URL(behind.url);
    const ask = async () => {
      const line = connect(Number(itsPort), "127.0.0.1");
      lines.push(line);
      line.on("error", () => undefined);
      const answer = new Promise<string>((resolve) => line.once("data", (chunk) => resolve(String(chunk))));
      line.write(
        [
          "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1",
          "Host: localhost",
          "Connection: Upgrade",
          "Upgrade: websocket",
          "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
          "X-Forwarded-For: 203.0.113.7",
          "\r\n",
        ].join("\r\n"),
      );
      return (await answer).slice(0, 12);
    };
    const answers = await Promise.all(Array.from({ length: 403 }, ask));
    expect(answers.filter((answer) => answer === "HTTP/1.1 101")).toHaveLength(400);
    expect(answers.filter((answer) => answer === "HTTP/1.1 400")).toHaveLength(3);

    // A page that was refused tries again by itself, and is there once there is room.
    const rosa = await behind.newPerson();
    const page = dial(behind.url, {
      transports: ["websocket"],
      forceNew: true,
      extraHeaders: { "X-Forwarded-For": "203.0.113.7" },
      reconnectionDelay: 10,
      reconnectionDelayMax: 20,
    });
    let refusals = 0;
    page.on("connect_error", () => {
      refusals += 1;
    });
    const isThere = new Promise((resolve) => page.once("connect", () => resolve(page.id)));
    await expect.poll(() => refusals).toBeGreaterThan(1);
    expect(page.connected).toBe(false);
    for (const line of lines.splice(0)) {
      line.destroy();
    }
    const socketId = await isThere;
    expect(await page.emitWithAck("init", { token: rosa.token })).toEqual({
      ok: true,
      userId: rosa.id,
      socketId,
    });
    page.disconnect();
    await behind.close();
  });
});

describe("a body over a real line", () => {
  it("is cut when it brings next to nothing", async () => {
    const slow = await newLine();
    slow.line.write(
      "POST /api/user/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
    );
    let isCut = false;
    void slow.cut.then(() => {
      isCut = true;
    });
    // Looks as the seconds would, one after the other.
    await expect
      .poll(
        () => {
          server.app.bodies.look();
          return isCut;
        },
        { timeout: 10_000, interval: 5 },
      )
      .toBe(true);
  });
});
