import { describe, expect, it } from "vitest";
import { SimulatedDoor } from "./door.ts";

describe("a simulated door", () => {
  it.each([
    { lockType: "fail-secure", opensWithoutPower: false },
    { lockType: "fail-safe", opensWithoutPower: true },
  ] as const)(
    "with a $lockType lock is shut while its coil rests",
    async ({ lockType, opensWithoutPower }) => {
      const door = new SimulatedDoor();
      door.lockType = lockType;
      expect(door).toMatchObject({ isUnlocked: false, timesOpened: 0, position: "closed" });
      await door.coil.set(true);
      expect(door).toMatchObject({ isUnlocked: true, timesOpened: 1, position: "open" });
      await door.coil.set(false);
      expect(door).toMatchObject({ isUnlocked: false, timesOpened: 1, position: "closed" });
      await door.coil.set(true);
      door.coil.cut();
      expect(door.isUnlocked).toBe(false);
      door.hasPower = false;
      expect(door.isUnlocked).toBe(opensWithoutPower);
    },
  );

  it("tells each move, and none when it is jammed", async () => {
    const door = new SimulatedDoor();
    const told: number[] = [];
    const stop = door.onMoved(({ timesOpened }) => void told.push(timesOpened));
    await door.coil.set(true);
    door.isJammed = true;
    await expect(door.coil.set(true)).rejects.toThrow("jammed");
    door.isJammed = false;
    await door.coil.set(true);
    stop();
    await door.coil.set(true);
    expect(told).toEqual([1, 2]);
    expect(door.timesOpened).toBe(3);
  });

  it("does not move when its current is cut before it has moved", async () => {
    let arrive: () => void = () => undefined;
    const door = new SimulatedDoor(() => new Promise((resolve) => (arrive = resolve)));
    door.movesAfterMs = 1000;
    const moved = door.coil.set(true);
    door.coil.cut();
    arrive();
    await expect(moved).rejects.toThrow("cut before");
    expect(door.timesOpened).toBe(0);
  });

  it("counts its closings apart", async () => {
    const door = new SimulatedDoor();
    await door.closingCoil.set(true);
    await door.closingCoil.set(false);
    expect(door).toMatchObject({ timesClosed: 1, timesOpened: 0 });
  });

  it("is forced without its relay, and stays open until whoever did it lets go", async () => {
    const door = new SimulatedDoor();
    const leaf: string[] = [];
    door.onLeafMoved((position) => void leaf.push(position));
    door.force();
    door.shut();
    expect(door).toMatchObject({ position: "open", timesOpened: 0, isUnlocked: false });
    door.letGo();
    expect(leaf).toEqual(["open", "closed"]);
  });

  it("does not close on whoever stands in it", async () => {
    const door = new SimulatedDoor();
    door.hold();
    expect(door.position).toBe("closed");
    await door.coil.set(true);
    await door.coil.set(false);
    expect(door).toMatchObject({ position: "open", isUnlocked: false });
    door.letGo();
    expect(door.position).toBe("closed");
  });
});
