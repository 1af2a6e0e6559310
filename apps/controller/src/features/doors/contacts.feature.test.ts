import { randomUUID } from "node:crypto";
import { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import { describe, expect, it } from "vitest";
import { newDoor } from "../../../testing/configuration.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import { Intrusions } from "../alarms/intrusions.ts";
import { takeSequence } from "../cameras/picture-sequence.ts";
import { ContactsFeature } from "./contacts.feature.ts";
import { DoorIntrusions } from "./door-intrusions.ts";
import { SimulatedContact } from "./drivers/simulated-contact.ts";

const jpeg = new Uint8Array([0xff, 0xd8, 1]);

/** A door with a contact and a camera, and the disk on which it is all written down. */
class Entrance {
  readonly clock = new FakeClock();
  readonly store = newStore();
  readonly leaf = new SimulatedDoor();
  readonly cameraId = randomUUID();
  readonly door = newDoor({
    cameraId: this.cameraId,
    contact: { kind: "simulated" },
    heldOpenAfterSeconds: 20,
  });
  readonly pictures: string[] = [];
  /** Those who look at the camera's pictures now. */
  readonly taps = new Set<(jpeg: Uint8Array) => void>();
  /** Where its leaf was told to be, as it moved. */
  readonly leaves: string[] = [];
  facts: FactQueue;
  contacts: ContactsFeature;
  intrusions: DoorIntrusions;

  constructor() {
    [this.facts, this.contacts, this.intrusions] = this.#process();
  }

  /** The process dies where it stands, and another one starts on the same disk. */
  restart(): void {
    this.clock.forgetTimers();
    this.taps.clear();
    [this.facts, this.contacts, this.intrusions] = this.#process();
  }

  /** The camera gives a picture each half second. */
  async film(seconds: number): Promise<void> {
    for (let frame = 0; frame < seconds * 2; frame += 1) {
      for (const take of [...this.taps]) {
        take(jpeg);
      }
      await this.clock.push(500);
    }
  }

  told() {
    return this.facts
      .batchAfter(0, { facts: 50, bytes: 1e6, pictures: 50 })
      .map((fact) => ControllerFact.parse(fact));
  }

  kinds() {
    return this.told().map((fact) =>
      fact.kind === "intrusion-started" ? fact.intrusion : fact.kind.replace("intrusion-", ""),
    );
  }

  #process(): [FactQueue, ContactsFeature, DoorIntrusions] {
    const { clock, store } = this;
    const facts = new FactQueue(store, clock, silentLog);
    const written = new Intrusions({
      store,
      facts,
      newId: randomUUID,
      keepClip: () => () => undefined,
      log: silentLog,
    });
    written.start();
    const tap = (take: (jpeg: Uint8Array) => void) => {
      this.taps.add(take);
      return () => this.taps.delete(take);
    };
    const intrusions = new DoorIntrusions({
      clock,
      facts,
      newId: randomUUID,
      takePicture: (_openingId, cameraId) => void this.pictures.push(cameraId),
      takeSequence: (_cameraId, pictures, take) => takeSequence(clock, tap, pictures, take),
      begin: (noticed) => written.begin(noticed),
    });
    const contacts = new ContactsFeature({
      clock,
      makeDriver: () => new SimulatedContact(this.leaf),
      intrude: (kind, door) => intrusions.begin(kind, door),
      tellLeaves: ({ leaves }) => void this.leaves.push(leaves.map(({ is }) => is).join()),
    });
    contacts.configure([this.door]);
    return [facts, contacts, intrusions];
  }
}

describe("a door that is forced", () => {
  it("is an opening of unknown origin and an intrusion, with pictures, until it closes", async () => {
    const entrance = new Entrance();
    entrance.leaf.force();
    expect(entrance.leaves.at(-1)).toBe("forced");
    await entrance.film(8);
    entrance.leaf.letGo();
    expect(entrance.leaves.at(-1)).toBe("closed");
    expect(entrance.kinds()).toEqual([
      "door-opened",
      "door-forced",
      ...Array.from({ length: 12 }, () => "picture"),
      "ended",
    ]);
    const [opened, started, first] = entrance.told();
    expect(opened).toMatchObject({ doorId: entrance.door.id, origin: "UNKNOWN", orderId: null });
    expect(started).toMatchObject({ doorId: entrance.door.id, cameraId: entrance.cameraId });
    expect(first).toMatchObject({ position: 0, cameraId: entrance.cameraId });
    expect(entrance.pictures).toEqual([entrance.cameraId]);
    expect(entrance.taps.size).toBe(0);
    expect(entrance.clock.pending).toBe(0);
  });

  it("lets its camera rest also when that gives no picture", async () => {
    const entrance = new Entrance();
    entrance.leaf.force();
    await entrance.clock.push(60_000);
    expect(entrance.taps.size).toBe(0);
    expect(entrance.kinds()).toEqual(["door-opened", "door-forced"]);
  });

  it("is told once, with its end, when the controller is killed meanwhile", async () => {
    const entrance = new Entrance();
    entrance.leaf.force();
    await entrance.film(1);
    const lastSeen = entrance.told().at(-1)?.at;
    await entrance.clock.push(5000);
    entrance.restart();
    expect(entrance.kinds()).toEqual(["door-opened", "door-forced", "picture", "picture", "ended"]);
    expect(entrance.told().at(-1)).toMatchObject({ kind: "intrusion-ended", at: lastSeen });
    // And once only, however often it starts.
    entrance.restart();
    expect(entrance.kinds().filter((kind) => kind === "ended")).toHaveLength(1);
    // What was open when it started is held after its time, and not forced again.
    await entrance.clock.push(20_000);
    expect(entrance.kinds().at(-1)).toBe("door-held");
  });

  it("is written down when the disk takes it again, in order", async () => {
    const entrance = new Entrance();
    refuseWrites(entrance.store);
    entrance.leaf.force();
    entrance.leaf.letGo();
    takeWrites(entrance.store);
    await entrance.clock.push(5000);
    expect(entrance.kinds()).toEqual(["door-opened", "door-forced", "ended"]);
  });
});

describe("a door that is let open", () => {
  async function letIn(entrance: Entrance) {
    entrance.contacts.relayMoves(entrance.door.id);
    await entrance.leaf.coil.set(true);
    entrance.contacts.relayAnswered(entrance.door.id, true);
  }

  it("is nobody's business while it closes in time", async () => {
    const entrance = new Entrance();
    await letIn(entrance);
    await entrance.clock.push(19_000);
    await entrance.leaf.coil.set(false);
    await entrance.clock.push(60_000);
    expect(entrance.told()).toEqual([]);
  });

  it("is held after its own time, until it closes", async () => {
    const entrance = new Entrance();
    entrance.leaf.hold();
    await letIn(entrance);
    await entrance.clock.push(20_000);
    await entrance.film(2);
    expect(entrance.kinds()).toEqual(["door-held", "picture", "picture", "picture", "picture"]);
    entrance.leaf.letGo();
    expect(entrance.leaves.slice(-4)).toEqual(["closed", "open", "held", "closed"]);
    expect(entrance.kinds().at(-1)).toBe("ended");
    expect(entrance.told()[0]).toMatchObject({ doorId: entrance.door.id, cameraId: entrance.cameraId });
  });

  it("is watched on when something else of its door changes, and ends when its contact goes", async () => {
    const entrance = new Entrance();
    entrance.leaf.hold();
    await letIn(entrance);
    await entrance.clock.push(9000);
    entrance.contacts.configure([{ ...entrance.door, name: "Otra puerta", heldOpenAfterSeconds: 10 }]);
    await entrance.clock.push(1000);
    expect(entrance.kinds()).toEqual(["door-held"]);
    entrance.contacts.configure([{ ...entrance.door, contact: null }]);
    expect(entrance.leaves.at(-1)).toBe("");
    expect(entrance.kinds()).toEqual(["door-held", "ended"]);
    entrance.leaf.letGo();
    entrance.leaf.force();
    expect(entrance.kinds()).toEqual(["door-held", "ended"]);
  });

  it("ends with the controller, which leaves nothing behind", async () => {
    const entrance = new Entrance();
    entrance.leaf.force();
    entrance.contacts.stop();
    entrance.intrusions.stop();
    expect(entrance.kinds().at(-1)).toBe("ended");
    expect(entrance.clock.pending).toBe(0);
    expect(entrance.taps.size).toBe(0);
  });
});
