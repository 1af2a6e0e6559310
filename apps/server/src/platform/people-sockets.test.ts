import { afterAll, expect, it, vi } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";

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
