import type { useSpace } from "@umbral/contract/auth/auth.contract";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { later } from "../../testing/later.ts";
import { idOf, somebody } from "../../testing/screens/people.ts";
import { call } from "./call.ts";
import { refreshEverything } from "./queries.ts";
import { session } from "./useSession.ts";

const alberto = somebody("ADMINISTRADOR", "Alberto Administrador");
const asAna = somebody("ADMINISTRADOR", "Ana Administradora");
const ana = { ...asAna, token: "of ana", user: { ...asAna.user, id: idOf(0x01a) } };

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { documentElement: { dataset: {} } });
});
afterEach(() => {
  session.end("sign-out");
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Asks, lets somebody else come, or not, and says whether whoever asked was told of the answer. */
async function isTold(answer: () => Response, meanwhile: () => void): Promise<boolean> {
  const come = later<void>();
  vi.stubGlobal("fetch", async () => {
    await come.promise;
    return answer();
  });
  const told = vi.fn();
  call<typeof useSpace>("PUT", "/api/user/spaces/{spaceId}/current", { params: { spaceId: "s" } }).then(
    told,
    told,
  );
  meanwhile();
  come.resolve();
  await vi.advanceTimersByTimeAsync(0);
  return told.mock.calls.length > 0;
}

const done = () => Response.json({ user: alberto.user, spaces: [] });
const refused = () =>
  Response.json({ statusCode: 403, code: "NOT_ALLOWED", message: "No.", errors: [] }, { status: 403 });
const lost = () => {
  throw new TypeError("Failed to fetch");
};

for (const [how, answer] of Object.entries({ done, refused, lost })) {
  test(`an act that was ${how} is told to whoever asked, also signed in anew, and to nobody once they left`, async () => {
    const whiles = [
      () => {},
      () => session.begin({ ...alberto, token: "anew" }),
      () => session.begin(ana),
      () => session.end("sign-out"),
      () => {
        session.end("sign-out");
        session.begin(alberto);
      },
    ];
    const told: boolean[] = [];
    for (const meanwhile of whiles) {
      session.begin(alberto);
      told.push(await isTold(answer, meanwhile));
    }
    expect(told).toEqual([true, true, false, false, false]);
  });
}

test("whom the server signs out is told what became of what they asked, as where a new password ends all their sessions", async () => {
  session.begin(alberto);
  expect(await isTold(done, () => session.end("forced"))).toBe(true);
});

test("whom the answer signs out is told why", async () => {
  session.begin(alberto);
  const signInRequired = { statusCode: 401, code: "SIGN_IN_REQUIRED", message: "No.", errors: [] };
  expect(
    await isTold(
      () => Response.json(signInRequired, { status: 401 }),
      () => {},
    ),
  ).toBe(true);
  expect(session.current()).toBeNull();
});

test("who asks without a session is answered also once there is one", async () => {
  expect(await isTold(done, () => session.begin(ana))).toBe(true);
});

test("what follows once the lists are read again does not follow for the next", async () => {
  session.begin(alberto);
  const told = vi.fn();
  void refreshEverything().then(told);
  session.begin(ana);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).not.toHaveBeenCalled();
  void refreshEverything().then(told);
  await vi.advanceTimersByTimeAsync(0);
  expect(told).toHaveBeenCalledOnce();
});
