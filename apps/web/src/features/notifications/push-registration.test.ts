import { describe, expect, it, onTestFinished, vi } from "vitest";
import { later } from "../../../testing/later.ts";
import { memoryStore } from "../../lib/storage.ts";
import {
  createPushRegistration,
  type PushRegistrationParts,
  type Subscription,
} from "./push-registration.ts";

const DAY_MS = 24 * 3_600_000;

/** A browser in the hands of a test, and a server that counts what it is told. */
function setUp(options: { permission?: NotificationPermission; answer?: NotificationPermission } = {}) {
  const world = {
    permission: options.permission ?? ("default" as NotificationPermission),
    subscription: null as Subscription | null,
    made: 0,
    key: "key-1",
    personId: "rosa" as string | null,
    /** What a sending waits for, and that one waits. */
    letSend: Promise.resolve(),
    sending: later<void>(),
    letEnd: Promise.resolve(),
    nowMs: Date.parse("2026-01-01T12:00:00Z"),
    sent: [] as string[],
    asked: 0,
    troubles: [] as unknown[],
    fails: null as "subscribe" | "send" | null,
  };
  const parts: PushRegistrationParts = {
    browser: {
      permission: () => world.permission,
      askPermission: async () => {
        world.asked += 1;
        world.permission = options.answer ?? "granted";
        return world.permission;
      },
      subscription: async () => world.subscription,
      subscribe: async (key) => {
        if (world.fails === "subscribe") {
          throw new DOMException("push service not available", "AbortError");
        }
        world.made += 1;
        world.subscription = {
          token: `token-${world.made}`,
          key,
          end: async () => {
            await world.letEnd;
            world.subscription = null;
          },
        };
        return world.subscription;
      },
    },
    store: memoryStore(),
    signedIn: () =>
      world.personId === null ? null : { personId: world.personId, token: `of ${world.personId}` },
    readKey: async () => world.key,
    send: async (token) => {
      world.sending.resolve();
      await world.letSend;
      if (world.fails === "send") {
        throw new Error("refused");
      }
      world.sent.push(token);
    },
    nowMs: () => world.nowMs,
    onTrouble: (error) => world.troubles.push(error),
  };
  return { world, parts, registration: createPushRegistration(parts) };
}

describe("the registration of a browser", () => {
  it("asks nobody by itself, and the browser only when the person said so", async () => {
    const { world, registration } = setUp();
    await registration.refresh();
    expect([registration.state(), world.asked, world.sent]).toEqual(["ask", 0, []]);
    await registration.enable();
    expect([registration.state(), world.asked, world.sent]).toEqual(["on", 1, ["token-1"]]);
  });

  it("takes a no, and a question that was only put away", async () => {
    const refused = setUp({ answer: "denied" });
    await refused.registration.enable();
    expect([refused.registration.state(), refused.world.sent]).toEqual(["refused", []]);
    const put = setUp({ answer: "default" });
    await put.registration.enable();
    expect(put.registration.state()).toBe("ask");
  });

  it("is sent once, again when it changes, and again after seven days", async () => {
    const { world, parts, registration } = setUp({ permission: "granted" });
    await Promise.all([registration.refresh(), registration.refresh()]);
    await registration.refresh();
    expect(world.sent).toEqual(["token-1"]);
    // Also a page that is loaded anew knows what was sent.
    await createPushRegistration(parts).refresh();
    expect(world.sent).toEqual(["token-1"]);

    world.subscription = { token: "renewed", key: "key-1", end: async () => undefined };
    await registration.refresh();
    world.nowMs += 7 * DAY_MS - 1;
    await registration.refresh();
    expect(world.sent).toEqual(["token-1", "renewed"]);
    world.nowMs += 1;
    await registration.refresh();
    expect(world.sent).toEqual(["token-1", "renewed", "renewed"]);
  });

  it("is made anew for a server with other keys", async () => {
    const { world, registration } = setUp({ permission: "granted" });
    await registration.refresh();
    world.key = "key-2";
    world.nowMs += 7 * DAY_MS;
    await registration.refresh();
    expect([world.sent, world.subscription?.key]).toEqual([["token-1", "token-2"], "key-2"]);
  });

  it("belongs to who is signed in, and goes with them", async () => {
    const { world, registration } = setUp({ permission: "granted" });
    await registration.refresh();
    world.personId = null;
    await registration.leave();
    expect(world.subscription).toBeNull();
    await registration.refresh();
    world.personId = "andres";
    await registration.refresh();
    expect([world.sent, registration.state()]).toEqual([["token-1", "token-2"], "on"]);
  });

  it("that nobody removed is sent for the next person too", async () => {
    const { world, registration } = setUp({ permission: "granted" });
    await registration.refresh();
    world.personId = "andres";
    await registration.refresh();
    expect(world.sent).toEqual(["token-1", "token-1"]);
  });

  it("is made for who signs in while that of another is still being made", async () => {
    const { world, parts, registration } = setUp({ permission: "granted" });
    const line = later<void>();
    world.letSend = line.promise;
    const first = registration.refresh();
    await world.sending.promise;
    world.personId = null;
    const left = registration.leave();
    world.personId = "andres";
    const second = Promise.all([registration.refresh(), registration.refresh()]);
    line.resolve();
    await Promise.all([first, left, second]);
    expect(registration.state()).toBe("on");
    const sent = [...world.sent];
    // What was noted is what the browser has, and theirs.
    expect(sent.at(-1)).toBe(world.subscription?.token);
    await createPushRegistration(parts).refresh();
    expect(world.sent).toEqual(sent);
  });

  it("is not that of whoever left a moment ago, which is being ended", async () => {
    const { world, registration } = setUp({ permission: "granted" });
    await registration.refresh();
    const ended = later<void>();
    world.letEnd = ended.promise;
    world.personId = null;
    const left = registration.leave();
    world.personId = "andres";
    const second = registration.refresh();
    // All that needs no answer from outside is done by then.
    await new Promise((resolve) => setImmediate(resolve));
    ended.resolve();
    await Promise.all([left, second]);
    expect([world.sent, world.subscription?.token]).toEqual([["token-1", "token-2"], "token-2"]);
  });

  it("that nothing answers is given up, and keeps nobody who comes next from theirs", async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const silence = new Promise<void>(() => undefined);
    const { world, registration } = setUp({ permission: "granted" });
    world.letSend = silence;
    void registration.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([registration.state(), world.troubles]).toEqual(["failed", [expect.any(Error)]]);
    // Somebody leaves while it is silent once more, and the browser does not end theirs.
    void registration.refresh();
    await vi.advanceTimersByTimeAsync(0);
    world.letEnd = silence;
    world.personId = null;
    void registration.leave();
    world.letSend = Promise.resolve();
    world.personId = "andres";
    void registration.refresh();
    await vi.advanceTimersByTimeAsync(60_000);
    expect([registration.state(), world.sent]).toEqual(["on", ["token-1"]]);
  });

  it("that fails is logged, shown, and made good at the next look", async () => {
    for (const fails of ["subscribe", "send"] as const) {
      const { world, registration } = setUp();
      world.fails = fails;
      await registration.enable();
      expect([registration.state(), world.troubles.length]).toEqual(["failed", 1]);
      world.fails = null;
      await registration.refresh();
      expect([registration.state(), world.sent]).toEqual(["on", ["token-1"]]);
    }
  });

  it("does nothing where there are no pushes", async () => {
    for (const browser of ["unsupported", "install-first"] as const) {
      const { world, parts } = setUp();
      const registration = createPushRegistration({ ...parts, browser });
      await registration.refresh();
      await registration.enable();
      await registration.leave();
      expect([registration.state(), world.sent]).toEqual([browser, []]);
    }
  });
});
