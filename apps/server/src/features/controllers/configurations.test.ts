import { randomUUID } from "node:crypto";
import { afterAll, expect, it, onTestFinished, vi } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { Configurations, WITHHELD_AT_MOST_MS } from "./configurations.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("says which devices another process began to move and never ended, so that who has them is told again", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  let hear: (message: unknown) => void = () => undefined;
  const bus = {
    listen: (_channel: string, heard: typeof hear) => {
      hear = heard;
    },
    say: () => true,
  };
  const left: (readonly string[])[] = [];
  const configurations = new Configurations({ ...server.app.services, bus }, (ids) => left.push(ids));
  const begin = (moveId: string, id: string) => hear({ moveId, deviceIds: [id], isOver: false });
  const [door, other, ended] = [randomUUID(), randomUUID(), randomUUID()];
  begin(randomUUID(), door);
  begin(ended, other);
  hear({ moveId: ended, deviceIds: [other], isOver: true });
  expect([door, other].map((id) => configurations.isBetween(id))).toEqual([true, false]);
  vi.advanceTimersByTime(WITHHELD_AT_MOST_MS);
  expect(left).toEqual([[door]]);
  expect(configurations.isBetween(door)).toBe(false);
  // A process that stops waits for nobody's.
  begin(randomUUID(), other);
  configurations.stop();
  vi.advanceTimersByTime(WITHHELD_AT_MOST_MS);
  expect(left).toHaveLength(1);
});
