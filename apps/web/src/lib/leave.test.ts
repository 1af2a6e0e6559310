import type { logout } from "@umbral/contract/auth/auth.contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { somebody } from "../../testing/screens/people.ts";
import { leaveBy } from "./leave.ts";
import { session } from "./useSession.ts";

const carla = somebody("RESIDENTE", "Carla Residente");
const rosa = { ...somebody("RESIDENTE", "Rosa Líder"), token: "of rosa" };

const answers = vi.fn<() => Promise<Response>>();
beforeEach(() => {
  vi.stubGlobal("fetch", answers.mockReset());
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
  session.begin(carla);
});
afterEach(() => {
  session.end("sign-out");
  vi.unstubAllGlobals();
});

const leave = () => leaveBy<typeof logout>("POST", "/api/user/auth/logout");

for (const [what, answer] of Object.entries({
  "an answer": async () => Response.json({ ok: true }),
  "a refusal": async () => Response.json({ code: "SIGN_IN_REQUIRED", message: "No." }, { status: 401 }),
  nothing: () => Promise.reject(new TypeError("Failed to fetch")),
  "the end of the session on its line, before the answer": async () => {
    session.end("forced");
    return Response.json({ ok: true });
  },
})) {
  test(`whoever leaves has left after ${what}`, async () => {
    answers.mockImplementation(answer);
    await leave();
    expect(session.current()).toBeNull();
  });
}

test("whoever came before the answer to who left stays", async () => {
  answers.mockImplementation(async () => {
    session.begin(rosa);
    return Response.json({ ok: true });
  });
  await leave();
  expect(session.current()?.token).toBe(rosa.token);
});
