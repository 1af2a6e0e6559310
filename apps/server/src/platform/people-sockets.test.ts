import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it, vi } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { newToken } from "../../testing/test-tokens.ts";
import { person } from "./live.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("an init repeated on one socket is answered from memory, and asks the database nothing", async () => {
  const rosa = await server.newPerson();
  const socket = await server.connectAs(rosa);
  const { gate } = server.app.services;
  const asked = vi.spyOn(gate, "actorOfToken");
  const answers = await Promise.all(
    Array.from({ length: 60 }, () => socket.ask("init", { token: rosa.token })),
  );
  const own = { ok: true, userId: rosa.id, socketId: socket.id };
  expect(answers).toEqual(Array.from({ length: 60 }, () => own));
  expect(asked).not.toHaveBeenCalled();
  // A token that signs nobody in is asked about once.
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await socket.ask("init", { token: "nonsense" })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
  }
  expect(asked).toHaveBeenCalledTimes(1);
  // The first one holds all the same, and is asked about again: in between there was another.
  expect(await socket.ask("init", { token: rosa.token })).toEqual(own);
  expect(asked).toHaveBeenCalledTimes(2);
  asked.mockRestore();
});

it("who signs in as somebody else on the same socket hears no more of what was theirs", async () => {
  const { live } = server.app.services;
  const [rosa, pedro] = [await server.newPerson(), await server.newPerson()];
  const socket = await server.connectAs(rosa);
  expect(await socket.ask("init", { token: pedro.token })).toMatchObject({ ok: true, userId: pedro.id });
  const ofPedro = { id: randomUUID(), buildingId: randomUUID() };
  live.tell(person(rosa.id), "alarm:changed", { id: randomUUID(), buildingId: randomUUID() });
  live.tell(person(pedro.id), "alarm:changed", ofPedro);
  expect(await socket.hear("alarm:changed")).toMatchObject(ofPedro);
});

it("who leaves and keeps the line open holds it no longer", async () => {
  const { raw } = await server.connect();
  const { engine } = raw.io;
  const isClosed = new Promise((resolve) => engine.once("close", () => resolve("closed")));
  // As a program says that it leaves, which closes the line itself otherwise.
  engine.send("1");
  expect(await isClosed).toBe("closed");
});

it("unanswered inits have the ceiling of every other message", async () => {
  const rosa = await server.newPerson();
  const socket = await server.connect();
  let release: () => void = () => undefined;
  const held = new Promise<null>((resolve) => {
    release = () => resolve(null);
  });
  const { gate } = server.app.services;
  const asked = vi.spyOn(gate, "actorOfToken").mockImplementation(() => held);
  const answers = Array.from({ length: 100 }, (_, turn) =>
    socket.ask("init", { token: `${rosa.token}${turn}` }),
  );
  const refusedSoFar: unknown[] = [];
  for (const answer of answers) {
    void answer.then((heard) => refusedSoFar.push(heard));
  }
  await expect.poll(() => refusedSoFar).toHaveLength(36);
  expect(refusedSoFar[0]).toMatchObject({ code: "TOO_OFTEN" });
  // One socket has one before the database at a time.
  expect(asked).toHaveBeenCalledTimes(1);
  release();
  const codes = (await Promise.all(answers)).map((answer) => (answer.ok ? "ok" : answer.code));
  expect(codes.filter((code) => code === "TOO_OFTEN")).toHaveLength(36);
  asked.mockRestore();
});

it("one token on many sockets signs in so often, and another person's socket does not wait for it", async () => {
  const [rosa, pedro] = [await server.newPerson(), await server.newPerson()];
  const sockets = await Promise.all(Array.from({ length: 60 }, () => server.connect()));
  const answers = await Promise.all(sockets.map((socket) => socket.ask("init", { token: rosa.token })));
  const refused = answers.filter((answer) => !answer.ok && answer.code === "TOO_OFTEN");
  expect(refused.length).toBeGreaterThan(0);
  await expect(server.connectAs(pedro)).resolves.toBeDefined();
});

it("refusals of a database that is away write one line, not one stack each", async () => {
  const socket = await server.connect();
  const { gate, log } = server.app.services;
  const lines = vi.spyOn(log, "error").mockImplementation(() => undefined);
  const asked = vi.spyOn(gate, "actorOfToken").mockRejectedValue(new Error("timeout exceeded"));
  for (let turn = 0; turn < 20; turn += 1) {
    expect(await socket.ask("init", { token: `x${turn}` })).toMatchObject({ code: "FAULT" });
  }
  expect(lines).toHaveBeenCalledTimes(1);
  asked.mockRestore();
  lines.mockRestore();
});

it("who floods is refused, and heard again after a while of quiet", async () => {
  const rosa = await server.newPerson();
  const socket = await server.connectAs(rosa);
  const flood = await Promise.all(
    Array.from({ length: 1000 }, () => socket.ask("leave:cam_stream", { cameraId: "x" })),
  );
  const codes = flood.map((answer) => (answer.ok ? "ok" : answer.code));
  expect(codes.filter((code) => code === "TOO_OFTEN").length).toBeGreaterThan(500);
  await expect
    .poll(
      async () => {
        const answer = await socket.ask("leave:cam_stream", { cameraId: "x" });
        return answer.ok ? "ok" : answer.code;
      },
      { timeout: 10_000 },
    )
    .not.toBe("TOO_OFTEN");
  const another = await server.connectAs(await server.newPerson());
  expect(await another.ask("init", { token: "nonsense" })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
});

it("another's message waits for one of a flood that came in one piece, and not for all of it", async () => {
  const [flooder, rosa] = [await server.newPerson(), await server.newPerson()];
  const [many, one] = [await server.connectAs(flooder), await server.connectAs(rosa)];
  let answered = 0;
  const flood = Array.from({ length: 3000 }, async () => {
    await many.ask("leave:cam_stream", { cameraId: "x" });
    answered += 1;
  });
  expect(await one.ask("init", { token: rosa.token })).toMatchObject({ ok: true });
  const before = answered;
  await Promise.all(flood);
  // One piece holds some thousand of them.
  expect(before).toBeLessThan(300);
});

it("who is told something while they sign in may answer it at once, as who they are now", async () => {
  const { live } = server.app.services;
  const building = await server.newBuilding();
  const space = { role: "PORTERIA" as const, buildingId: building.id };
  const [raiser, guard] = [
    await server.newPerson({ spaces: [space] }),
    await server.newPerson({ spaces: [space] }),
  ];
  const atRaiser = await server.connectAs(raiser);
  await atRaiser.ask("user_event", { buildingId: building.id, event: "INTRUSION", drill: true });
  const socket = await server.connectAs(raiser);
  const whoAnswers: unknown[] = [];
  // What goes on is told to others as well meanwhile.
  const telling = vi.spyOn(live, "tell").mockImplementation(({ room }) => {
    if (room === socket.id) {
      whoAnswers.push(server.app.io.of("/").sockets.get(socket.id)?.data.userId);
    }
  });
  expect(await socket.ask("init", { token: guard.token })).toMatchObject({ ok: true });
  telling.mockRestore();
  expect(whoAnswers).not.toEqual([]);
  expect(new Set(whoAnswers)).toEqual(new Set([guard.id]));
});

describe("a second init that is refused changes nothing", () => {
  const { gate, live } = server.app.services;
  const news = () => ({ id: randomUUID(), buildingId: randomUUID() });

  /** Somebody signed in, and the token of somebody else, whose news are told as theirs are. */
  async function newScene() {
    const [rosa, pedro] = [await server.newPerson(), await server.newPerson()];
    const socket = await server.connectAs(rosa);
    const [ofRosa, ofPedro] = [news(), news()];
    const isRosasStill = async () => {
      live.tell(person(pedro.id), "alarm:changed", ofPedro);
      live.tell(person(rosa.id), "alarm:changed", ofRosa);
      expect(await socket.hear("alarm:changed")).toMatchObject({ id: ofRosa.id });
      // What it asks is asked as who it was, and its own token is known still.
      expect(await socket.ask("init", { token: rosa.token })).toMatchObject({ ok: true, userId: rosa.id });
      live.tell(person(pedro.id), "alarm:changed", ofPedro);
      live.tell(person(rosa.id), "alarm:changed", ofRosa);
      expect(await socket.hear("alarm:changed")).toMatchObject({ id: ofRosa.id });
      expect(socket.raw.connected).toBe(true);
    };
    return { rosa, pedro, socket, isRosasStill };
  }

  it("when its session ends between the question and the joining", async () => {
    const { pedro, socket, isRosasStill } = await newScene();
    const asked = vi.spyOn(gate, "actorOfSession").mockResolvedValueOnce(null);
    expect(await socket.ask("init", { token: pedro.token })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    asked.mockRestore();
    await isRosasStill();
  });

  it("when the database goes away in its middle", async () => {
    const { pedro, socket, isRosasStill } = await newScene();
    const asked = vi.spyOn(gate, "actorOfSession").mockRejectedValueOnce(new Error("timeout exceeded"));
    expect(await socket.ask("init", { token: pedro.token })).toMatchObject({ code: "FAULT" });
    asked.mockRestore();
    await isRosasStill();
  });

  it("when what it should be told cannot be read", async () => {
    const { pedro, socket, isRosasStill } = await newScene();
    const building = await server.newBuilding();
    const space = { role: "PORTERIA" as const, buildingId: building.id };
    const guard = await server.newPerson({ spaces: [space] });
    const atGuard = await server.connectAs(guard);
    expect(
      await atGuard.ask("user_event", { buildingId: building.id, event: "INTRUSION", drill: true }),
    ).toMatchObject({ ok: true });
    const failing = vi.spyOn(live, "tell").mockImplementation(() => {
      throw new Error("this cannot be told");
    });
    expect(await socket.ask("init", { token: guard.token })).toMatchObject({ code: "FAULT" });
    failing.mockRestore();
    await isRosasStill();
    expect(await socket.ask("init", { token: pedro.token })).toMatchObject({ ok: true, userId: pedro.id });
  });

  it("when it is a program's token that may hear nothing, or was taken back meanwhile", async () => {
    const { socket, isRosasStill } = await newScene();
    const building = await server.newBuilding();
    const deaf = await newToken(server, building.id, ["passes:write"]);
    expect(await socket.ask("init", { token: deaf.token })).toMatchObject({ code: "TOKEN_MAY_NOT" });
    const program = await newToken(server, building.id, ["events:read"]);
    const asked = vi.spyOn(gate, "callersOfTokens").mockResolvedValueOnce([]);
    expect(await socket.ask("init", { token: program.token })).toMatchObject({ code: "SIGN_IN_REQUIRED" });
    asked.mockRestore();
    await isRosasStill();
  });
});
