import { expect, it, vi } from "vitest";
import { prepareConnection } from "./prepared-connection.ts";

function setUp() {
  const made: RTCIceServer[][] = [];
  const closed: number[] = [];
  const findServers = vi.fn(async () => [{ urls: `stun:${findServers.mock.calls.length}` }]);
  const connection = prepareConnection({
    findServers,
    connect(servers) {
      const number = made.push(servers);
      return Object.create({ close: () => closed.push(number), number });
    },
  });
  const takeOne = async () => made.length > 0 && Reflect.get(await connection.take("caller"), "number");
  return { connection, closed, findServers, takeOne };
}

it("is made while it rings, and serves one call", async () => {
  const { connection, findServers, takeOne } = setUp();
  connection.prepare("caller");
  await vi.waitFor(() => expect(findServers).toHaveBeenCalledTimes(1));
  expect(await takeOne()).toBe(1);
  expect(await takeOne()).toBe(2);
});

it("is made when it is needed, where the servers were not to be had while it rang", async () => {
  const { connection, findServers } = setUp();
  findServers.mockRejectedValueOnce(new Error("no network"));
  connection.prepare("caller");
  expect(Reflect.get(await connection.take("caller"), "number")).toBe(1);
  expect(findServers).toHaveBeenCalledTimes(2);
});

it("is let go when nobody answered, and when it rings again", async () => {
  vi.useFakeTimers();
  try {
    const { connection, closed, takeOne } = setUp();
    connection.prepare("caller");
    await vi.advanceTimersByTimeAsync(30_000);
    connection.prepare("caller");
    await vi.advanceTimersByTimeAsync(0);
    expect(closed).toEqual([1]);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(closed).toEqual([1, 2]);
    expect(await takeOne()).toBe(3);
  } finally {
    vi.useRealTimers();
  }
});

it("is of one side: whoever answers meanwhile gets another, and it waits for its own", async () => {
  const { connection, closed, takeOne } = setUp();
  connection.prepare("caller");
  await vi.waitFor(async () => expect(Reflect.get(await connection.take("callee"), "number")).toBe(2));
  expect(closed).toEqual([]);
  expect(await takeOne()).toBe(1);
});
