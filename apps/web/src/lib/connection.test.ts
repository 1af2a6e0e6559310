import type { doorAction } from "@umbral/contract/doors/doors.contract";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnection, type Line } from "./connection.ts";

type Answer = (event: string, payload: unknown) => Promise<unknown>;

/** A line whose other end the test holds. */
class HeldLine implements Line {
  readonly #listeners = new Map<string, (detail: unknown) => void>();
  #any: (event: string, payload: unknown) => void = () => {};
  readonly sent: unknown[][] = [];
  broken = 0;
  hungUp = 0;
  answer: Answer = async () => ({ ok: true, userId: "u", socketId: "s-1" });

  on(event: string, listener: (detail: unknown) => void) {
    this.#listeners.set(event, listener);
  }
  onAny(listener: (event: string, payload: unknown) => void) {
    this.#any = listener;
  }
  emitWithAck(event: string, payload: unknown) {
    this.sent.push([event, payload]);
    return this.answer(event, payload);
  }
  breakOff() {
    this.broken += 1;
  }
  disconnect() {
    this.hungUp += 1;
  }
  async happens(event: "connect" | "disconnect" | "connect_error", detail?: unknown) {
    this.#listeners.get(event)?.(detail);
    await vi.advanceTimersByTimeAsync(0);
  }
  says(event: string, payload: unknown) {
    this.#any(event, payload);
  }
}

const order = { buildingId: "b", door: "1", action: 200 } as const;

async function newConnection(dial?: () => Promise<Line>, begin: "start" | "prepare" = "start") {
  const line = new HeldLine();
  const onSessionOver = vi.fn();
  const connection = createConnection({
    dial: dial ?? (async () => line),
    onSessionOver,
    answerMs: 5000,
    redialMs: 1000,
    catchUpAfterMs: () => 2000,
  });
  connection[begin]("t-1");
  await vi.advanceTimersByTimeAsync(0);
  return { connection, line, onSessionOver };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the line to the server", () => {
  it("that is dialled before anybody hears signs in once it is started, and only on a line that stands", async () => {
    const { connection, line } = await newConnection(undefined, "prepare");
    await line.happens("connect");
    expect(line.sent).toEqual([]);
    await line.happens("disconnect", "transport close");
    connection.start("t-1");
    expect(line.sent).toEqual([]);
    await line.happens("connect");
    expect(line.sent).toEqual([["init", { token: "t-1" }]]);
    expect(connection.state()).toBe("connected");

    const early = await newConnection(undefined, "prepare");
    await early.line.happens("connect");
    early.connection.start("t-1");
    early.connection.start("t-1");
    await vi.advanceTimersByTimeAsync(0);
    expect(early.line.sent).toEqual([["init", { token: "t-1" }]]);
    early.connection.prepare("t-2");
    early.connection.start("t-3");
    expect(early.connection.state()).toBe("connecting");
  });

  it("signs in on every connect, and counts as connected only then", async () => {
    const { connection, line } = await newConnection();
    expect(connection.state()).toBe("connecting");
    await line.happens("connect");
    expect(connection.state()).toBe("connected");
    expect(connection.socketId()).toBe("s-1");
    await line.happens("disconnect", "transport close");
    expect(connection.state()).toBe("disconnected");
    expect(connection.socketId()).toBeNull();
    await line.happens("connect");
    expect(connection.state()).toBe("connected");
    expect(line.sent).toEqual([
      ["init", { token: "t-1" }],
      ["init", { token: "t-1" }],
    ]);
  });

  it("ends the session when the server disconnects it", async () => {
    const { connection, line, onSessionOver } = await newConnection();
    await line.happens("connect");
    await line.happens("disconnect", "io server disconnect");
    expect(connection.state()).toBe("session-over");
    expect(onSessionOver).toHaveBeenCalledOnce();
  });

  it("ends the session when the token is not accepted", async () => {
    const { connection, line, onSessionOver } = await newConnection();
    line.answer = async () => ({ ok: false, code: "SIGN_IN_REQUIRED", message: "Debes iniciar sesión." });
    await line.happens("connect");
    expect(connection.state()).toBe("session-over");
    expect(onSessionOver).toHaveBeenCalledOnce();
    expect(line.hungUp).toBe(1);
  });

  it("tries again, and keeps the session, when signing in fails for another reason", async () => {
    const { connection, line, onSessionOver } = await newConnection();
    line.answer = async () => ({ ok: false, code: "UNAVAILABLE", message: "Más tarde." });
    await line.happens("connect");
    expect(connection.state()).toBe("disconnected");
    expect(line.broken).toBe(1);
    expect(onSessionOver).not.toHaveBeenCalled();
  });

  it("tries again when signing in is not answered", async () => {
    const { connection, line } = await newConnection();
    line.answer = () => new Promise(() => {});
    await line.happens("connect");
    await vi.advanceTimersByTimeAsync(5000);
    expect(connection.state()).toBe("disconnected");
    expect(line.broken).toBe(1);
  });

  it("dials again when it could not even dial", async () => {
    const line = new HeldLine();
    const dial = vi
      .fn<() => Promise<Line>>()
      .mockRejectedValueOnce(new Error("no network"))
      .mockResolvedValue(line);
    const { connection } = await newConnection(dial);
    expect(connection.state()).toBe("disconnected");
    await vi.advanceTimersByTimeAsync(1000);
    await line.happens("connect");
    expect(connection.state()).toBe("connected");
  });

  it("does not listen to a line it has left", async () => {
    const { connection, line, onSessionOver } = await newConnection();
    await line.happens("connect");
    connection.stop();
    await line.happens("disconnect", "io server disconnect");
    expect(connection.state()).toBe("off");
    expect(onSessionOver).not.toHaveBeenCalled();
  });

  it("passes on what it hears until nobody wants it", async () => {
    const { connection, line } = await newConnection();
    const listener = vi.fn();
    const stop = connection.hear("cam_state", listener);
    line.says("cam_state", { camId: "c" });
    stop();
    line.says("cam_state", { camId: "d" });
    expect(listener.mock.calls).toEqual([[{ camId: "c" }]]);
  });
});

describe("news that may have been missed", () => {
  it("are asked for once, a moment later, over the line that stands; messages pass meanwhile", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    const states: string[] = [];
    connection.subscribe(() => states.push(connection.state()));
    line.says("news:missed", {});
    await vi.advanceTimersByTimeAsync(1000);
    line.says("news:missed", {});
    expect(line.sent).toHaveLength(1);
    let answerInit: (reply: unknown) => void = () => undefined;
    line.answer = (event) =>
      event === "init"
        ? new Promise((resolve) => {
            answerInit = resolve;
          })
        : Promise.resolve({ ok: true, orderId: "o", doorId: "d", action: 200 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(line.sent.at(-1)).toEqual(["init", { token: "t-1", tellAgain: true }]);
    expect([connection.state(), connection.isUp(), connection.socketId()]).toEqual([
      "catching-up",
      true,
      "s-1",
    ]);
    await expect(connection.ask<typeof doorAction>("door_action", order)).resolves.toBeDefined();
    answerInit({ ok: true, userId: "u", socketId: "s-1" });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states).toEqual(["catching-up", "connected"]);
    expect(line.sent.filter(([event]) => event === "init")).toHaveLength(2);
    expect(line.broken).toBe(0);
  });

  it("that come while it is being told again are asked for as well, and those of a process that is never well not all the time", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    const inits = () => line.sent.filter(([event]) => event === "init").length;
    line.says("news:missed", {});
    let answerInit: (reply: unknown) => void = () => undefined;
    line.answer = () =>
      new Promise((resolve) => {
        answerInit = resolve;
      });
    await vi.advanceTimersByTimeAsync(2000);
    expect(connection.state()).toBe("catching-up");
    line.says("news:missed", {});
    await vi.advanceTimersByTimeAsync(4000);
    line.answer = async () => ({ ok: true, userId: "u", socketId: "s-1" });
    answerInit({ ok: true, userId: "u", socketId: "s-1" });
    await vi.advanceTimersByTimeAsync(0);
    expect([connection.state(), inits()]).toEqual(["connected", 2]);
    line.says("news:missed", {});
    await vi.advanceTimersByTimeAsync(12_000);
    expect(inits()).toBe(3);
    for (let second = 0; second < 60; second += 1) {
      line.says("news:missed", {});
      await vi.advanceTimersByTimeAsync(1000);
    }
    // Twice in ten seconds, and the moment of its own each time.
    expect(inits()).toBe(13);
  });

  it("need no question of their own where the line is lost and comes anew before", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.says("news:missed", {});
    await line.happens("disconnect", "transport close");
    await line.happens("connect");
    await vi.advanceTimersByTimeAsync(10_000);
    expect(line.sent).toEqual([
      ["init", { token: "t-1" }],
      ["init", { token: "t-1" }],
    ]);
    line.says("news:missed", {});
    connection.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(line.sent).toHaveLength(2);
  });

  it("are asked for over a new line where the question is not answered", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.says("news:missed", {});
    line.answer = () => new Promise(() => {});
    await vi.advanceTimersByTimeAsync(7000);
    expect(connection.state()).toBe("disconnected");
    expect(line.broken).toBe(1);
  });
});

describe("who begins to listen only now", () => {
  it("is named once what was named while this line signed in, however many begin at once", async () => {
    const { connection, line } = await newConnection();
    connection.nameAgain();
    await line.happens("connect");
    await vi.advanceTimersByTimeAsync(100);
    expect(line.sent).toEqual([["init", { token: "t-1" }]]);
    connection.nameAgain();
    connection.nameAgain();
    await vi.advanceTimersByTimeAsync(100);
    expect(line.sent.slice(1)).toEqual([["init", { token: "t-1", tellAgain: true }]]);
    expect(connection.state()).toBe("connected");
  });

  it("is so as well where the line is just being signed in", async () => {
    const { connection, line } = await newConnection();
    let answerInit: (reply: unknown) => void = () => undefined;
    line.answer = () =>
      new Promise((resolve) => {
        answerInit = resolve;
      });
    await line.happens("connect");
    connection.nameAgain();
    await vi.advanceTimersByTimeAsync(100);
    expect(line.sent).toHaveLength(1);
    answerInit({ ok: true, userId: "u", socketId: "s-1" });
    await vi.advanceTimersByTimeAsync(100);
    expect(line.sent.slice(1)).toEqual([["init", { token: "t-1", tellAgain: true }]]);
  });
});

describe("asking", () => {
  it("answers with what came of it", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.answer = async () => ({ ok: true, orderId: "o", doorId: "d", action: 200 });
    await expect(connection.ask<typeof doorAction>("door_action", order)).resolves.toMatchObject({
      orderId: "o",
    });
  });

  it("throws the server's word and sentence", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.answer = async () => ({ ok: false, code: "DOOR_NO_ANSWER", message: "La puerta no respondió." });
    await expect(connection.ask<typeof doorAction>("door_action", order)).rejects.toMatchObject({
      code: "DOOR_NO_ANSWER",
      message: "La puerta no respondió.",
    });
  });

  it("does not keep an order for later when there is no line", async () => {
    const { connection, line } = await newConnection();
    await expect(connection.ask<typeof doorAction>("door_action", order)).rejects.toMatchObject({
      name: "NoConnection",
    });
    await line.happens("connect");
    expect(line.sent).toEqual([["init", { token: "t-1" }]]);
  });

  it("takes along what may wait for the first line, and tells it that none came", async () => {
    const { connection, line } = await newConnection();
    const asked = connection.ask("user_event", order, { waitsForLine: true });
    expect(line.sent).toEqual([]);
    await line.happens("connect");
    await asked;
    expect(line.sent).toEqual([
      ["init", { token: "t-1" }],
      ["user_event", order],
    ]);

    const { connection: without } = await newConnection();
    const unsent = expect(without.ask("user_event", order, { waitsForLine: true })).rejects.toMatchObject({
      name: "NoConnection",
    });
    await vi.advanceTimersByTimeAsync(5000);
    await unsent;
  });

  it("says that there is no line to who asked just before it was lost", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.answer = () => Promise.reject(new Error("socket has been disconnected"));
    await expect(connection.ask<typeof doorAction>("door_action", order)).rejects.toMatchObject({
      name: "NoConnection",
    });
  });

  it("gives up on silence", async () => {
    const { connection, line } = await newConnection();
    await line.happens("connect");
    line.answer = () => new Promise(() => {});
    const asked = connection.ask<typeof doorAction>("door_action", order);
    const outcome = expect(asked).rejects.toMatchObject({ name: "NoConnection" });
    await vi.advanceTimersByTimeAsync(5000);
    await outcome;
  });
});
