import { afterAll, describe, expect, it } from "vitest";
import { newCall, newHome, putCall, statusOfCall } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const home = await newHome(server);
const { services } = server.app;

const reject = (proof?: string) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/push/call/reject",
    headers: proof === undefined ? {} : { authorization: `Proof ${proof}` },
  });
const proofOf = async (callId: string, person: { token: string }, lifeMs = 30_000) => {
  const actor = await services.gate.actorOfToken(person.token);
  return services.proofs.make(
    "reject-call",
    { subjectId: callId, sessionId: actor?.sessionId ?? "" },
    new Date(server.clock.now().getTime() + lifeMs),
  );
};

describe("'Rechazar' on the notification of a call", () => {
  it("is nothing for who has no proof, only a session", async () => {
    const call = await newCall(server, home.lobby, home.rosa);
    expect((await reject()).statusCode).toBe(401);
    const { headers } = home.rosa;
    const url = "/api/push/call/reject";
    expect((await server.app.http.inject({ method: "POST", url, headers })).statusCode).toBe(401);
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
    await putCall(server, home.lobby, call.id, { status: "TERMINADA" });
  });

  it("is only for the person called", async () => {
    const call = await newCall(server, home.lobby, home.rosa);
    for (const other of [home.andres, home.lobby]) {
      expect((await reject(await proofOf(call.id, other))).json()).toMatchObject({ code: "CALL_NOT_FOUND" });
    }
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
    await putCall(server, home.lobby, call.id, { status: "TERMINADA" });
  });

  it("rejects without the app, tells the caller and every device, and a second press is a repetition", async () => {
    const [lobby, phone] = [await server.connectAs(home.lobby), await server.connectAs(home.rosa)];
    const call = await newCall(server, home.lobby, home.rosa);
    await lobby.ask("request", { callId: call.id });
    const proof = await proofOf(call.id, home.rosa);
    expect((await reject(proof)).json()).toEqual({ ok: true });
    expect(await statusOfCall(server, call.id)).toBe("RECHAZADA");
    expect(await lobby.hear("reject_call")).toMatchObject({ callId: call.id });
    expect(await phone.hear("reject_call")).toMatchObject({ callId: call.id });
    expect((await reject(proof)).statusCode).toBe(200);
  });

  it("does not undo an answer, and is over with its session and its time", async () => {
    const answered = await newCall(server, home.lobby, home.rosa);
    const proof = await proofOf(answered.id, home.rosa);
    const late = await proofOf(answered.id, home.rosa, -1);
    await putCall(server, home.rosa, answered.id, { status: "CONTESTADA" });
    expect((await reject(proof)).json()).toMatchObject({ code: "CALL_NOT_AVAILABLE" });
    expect((await reject(late)).statusCode).toBe(401);
    const logout = { method: "POST", url: "/api/user/auth/logout", headers: home.rosa.headers } as const;
    await server.app.http.inject(logout);
    expect((await reject(proof)).statusCode).toBe(401);
    expect(await statusOfCall(server, answered.id)).toBe("TERMINADA");
  });
});
