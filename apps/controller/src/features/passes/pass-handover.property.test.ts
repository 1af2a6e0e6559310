import { randomUUID } from "node:crypto";
import { decidePass } from "@umbral/contract/passes/pass-at-door";
import fc from "fast-check";
import { expect, it } from "vitest";
import { newStore } from "../../../testing/store.ts";
import { silentLog } from "../../platform/log.ts";
import { PassUses } from "./pass-uses.ts";

/*
 * A pass with a number whose door goes to and fro between two controllers. Each is the real counter on a disk of its own;
 * the server is as it is described in the decisions: it knows of an entry once that was told, counts itself where nobody else
 * does, and lets another count only once the one before let go.
 */

type Which = 0 | 1;
const which = fc.constantFrom<Which>(0, 1);
const happening = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("door" as const), at: which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("desk" as const), isAnswerLost: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("tell" as const), at: which }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("list" as const), at: which }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("move" as const), to: which }) },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("ask" as const), isAnswerLost: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("restart" as const), at: which }) },
);

const here = {
  now: Date.UTC(2026, 10, 26, 15),
  local: { day: "2026-11-26", weekday: 4, minute: 600 },
  isHoliday: () => false,
  isClockTrusted: true,
  isOfflineTooLong: false,
  notBefore: 0,
};
const times = { from: here.now - 1000, until: here.now + 3_600_000, hours: null };
const normal = { lockedUntil: null, freeUntil: null, freeHours: null };

it("lets in no more than it was given for, whoever counts, whatever is lost and however late it is told", () => {
  const stores = [newStore(), newStore()] as const;
  let granted = 0;
  let followed = 0;
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 4 }),
      fc.array(happening, { minLength: 10, maxLength: 40 }),
      (entries, all) => {
        const passId = randomUUID();
        const counters = stores.map((store) => new PassUses(store, silentLog));
        const server: { entered: number; decider: Which | null; door: Which; handover: string | null } = {
          entered: 0,
          decider: 0,
          door: 0,
          handover: null,
        };
        /** Entries that a controller has not told of yet. */
        const untold = [0, 0];
        const lists: { decider: Which | null; used: number }[] = [
          { decider: 0, used: 0 },
          { decider: 0, used: 0 },
        ];
        let desk: string | null = null;
        let came = 0;
        const counterOf = (at: Which) => counters[at] ?? expect.unreachable();
        const listOf = (at: Which) => lists[at] ?? expect.unreachable();

        for (const one of all) {
          switch (one.kind) {
            case "door": {
              const [uses, list] = [counterOf(one.at), listOf(one.at)];
              const decision = decidePass(
                {
                  pass: { ...times, entries, entered: Math.max(uses.of(passId).used, list.used) },
                  place: "perimeter",
                  mode: normal,
                  mayCount: list.decider === one.at,
                  enteredAt: null,
                },
                here,
              );
              if (decision.outcome === "granted") {
                uses.take(passId, list.used, here.now).write();
                untold[one.at] = (untold[one.at] ?? 0) + 1;
                came += 1;
              }
              break;
            }
            case "desk":
              if (server.entered >= entries) {
                break;
              }
              if (server.decider === null) {
                server.entered += 1;
                came += 1;
              } else {
                // After an answer that was lost the same press is asked again.
                desk ??= randomUUID();
                const asked = { requestId: desk, passId, people: 1, entries, used: server.entered };
                const isGranted = counterOf(server.decider).grant(asked, here.now);
                if (!one.isAnswerLost) {
                  desk = null;
                  server.entered += isGranted ? 1 : 0;
                  came += isGranted ? 1 : 0;
                }
              }
              break;
            case "tell":
              server.entered += untold[one.at] ?? 0;
              untold[one.at] = 0;
              break;
            case "list":
              lists[one.at] = { decider: server.decider, used: server.entered };
              if (server.decider !== null && server.decider !== one.at) {
                counterOf(one.at).othersCount(passId);
              }
              break;
            case "move":
              server.door = one.to;
              break;
            case "ask":
              if (server.decider === null || (server.handover === null && server.decider === server.door)) {
                break;
              }
              server.handover ??= randomUUID();
              if (
                counterOf(server.decider).handOver(
                  { requestId: server.handover, passId, used: server.entered },
                  here.now,
                ) &&
                !one.isAnswerLost
              ) {
                // It let go: where its door came back meanwhile, the server counts.
                server.decider = server.door === server.decider ? null : server.door;
                server.handover = null;
                desk = null;
                followed += 1;
              }
              break;
            case "restart": {
              const store = stores[one.at];
              counters[one.at] = new PassUses(store, silentLog);
            }
          }
          if (came > entries) {
            throw new Error(`${came} came in by a pass for ${entries}`);
          }
        }
        granted += came;
      },
    ),
    { numRuns: 1000 },
  );
  expect(granted).toBeGreaterThan(500);
  expect(followed).toBeGreaterThan(100);
});
