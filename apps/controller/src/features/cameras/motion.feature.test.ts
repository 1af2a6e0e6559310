import { randomUUID } from "node:crypto";
import type { MotionSettings } from "@umbral/contract/cameras/motion.contract";
import { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { describe, expect, it } from "vitest";
import { newCamera } from "../../../testing/configuration.ts";
import { FakeClock, settle } from "../../../testing/fake-clock.ts";
import { newStore } from "../../../testing/store.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import { Intrusions } from "../alarms/intrusions.ts";
import type { FrameListener } from "./camera-driver.ts";
import { MotionFeature } from "./motion.feature.ts";
import { GREY } from "./motion-grey.ts";

const ALWAYS = { days: [1, 2, 3, 4, 5, 6, 7], from: "00:00", to: "00:00" };
const motionOf = (motion: Partial<MotionSettings> = {}): MotionSettings => ({
  zones: [],
  sensitivity: 50,
  watchedHours: [ALWAYS],
  ...motion,
});

/** A building whose cameras show a stripe, where the test says. The date is a Tuesday, 10:00 in Bogotá. */
class Building {
  readonly clock = new FakeClock();
  readonly store = newStore();
  readonly taps = new Map<string, FrameListener>();
  readonly greyed: number[] = [];
  /** So many of the pictures that come cannot be had. */
  broken = 0;
  /** What was asked for of clips. */
  readonly clips: string[] = [];
  facts: FactQueue;
  motion: MotionFeature;

  constructor() {
    [this.facts, this.motion] = this.#process();
  }

  restart(): void {
    this.clock.forgetTimers();
    this.taps.clear();
    [this.facts, this.motion] = this.#process();
  }

  /** Ten pictures a second, in which the stripe goes on by so many points each. */
  async film(cameraId: string, seconds: number, step: number): Promise<void> {
    for (let picture = 0; picture < seconds * 10; picture += 1) {
      const place = 20 + picture * step;
      this.taps.get(cameraId)?.(new Uint8Array([place & 255, place >> 8]));
      await settle();
      await this.clock.push(100);
    }
  }

  told() {
    return this.facts
      .batchAfter(0, { facts: 50, bytes: 1e6, pictures: 50 })
      .map((fact) => ControllerFact.parse(fact));
  }

  kinds() {
    return this.told().map(({ kind }) => kind.replace("intrusion-", ""));
  }

  async #pictureOf(jpeg: Uint8Array): Promise<Uint8Array> {
    this.broken -= 1;
    if (this.broken >= 0) {
      throw new Error("spawn ENOMEM");
    }
    return jpeg;
  }

  async #greyOf([low = 0, high = 0]: Uint8Array): Promise<Uint8Array> {
    const place = low + high * 256;
    this.greyed.push(place);
    const grey = new Uint8Array(GREY.width * GREY.height).fill(100);
    for (let at = 0; at < grey.length; at += 1) {
      const x = at % GREY.width;
      grey[at] = x >= place % GREY.width && x < (place % GREY.width) + 10 ? 200 : 100;
    }
    return grey;
  }

  #process(): [FactQueue, MotionFeature] {
    const { clock, store } = this;
    const facts = new FactQueue(store, clock, silentLog);
    const intrusions = new Intrusions({
      store,
      facts,
      newId: randomUUID,
      keepClip: (_intrusionId, cameraId, { kind }) => {
        this.clips.push(`${kind} at ${cameraId}`);
        return () => void this.clips.push("over");
      },
      log: silentLog,
    });
    intrusions.start();
    const motion = new MotionFeature({
      clock,
      log: silentLog,
      look: ({ id }, onLook) => {
        this.taps.set(id, (jpeg) =>
          onLook({ at: clock.now(), grey: () => this.#greyOf(jpeg), picture: () => this.#pictureOf(jpeg) }),
        );
        return () => void this.taps.delete(id);
      },
      begin: (cameraId, at) => intrusions.begin({ kind: "motion", cameraId, doorId: null, at }),
    });
    return [facts, motion];
  }
}

describe("a camera that looks for motion", () => {
  it("tells an event without the pictures that could not be had", async () => {
    const building = new Building();
    building.motion.configure([newCamera({ motion: motionOf() })], "America/Bogota");
    const [cameraId = ""] = building.taps.keys();
    await building.film(cameraId, 5, 0);
    // The first two are on their way at once.
    building.broken = 2;
    await building.film(cameraId, 3, 2);
    await building.film(cameraId, 6, 0);
    const kinds = building.kinds();
    expect([kinds[0], kinds.at(-1)]).toEqual(["started", "ended"]);
    expect(kinds.filter((kind) => kind === "picture").length).toBeGreaterThan(2);
  });

  it("tells an event with its pictures, which a still camera does not", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera, newCamera()], "America/Bogota");
    expect([...building.taps.keys()]).toEqual([camera.id]);
    await building.film(camera.id, 5, 0);
    expect(building.told()).toEqual([]);
    await building.film(camera.id, 3, 2);
    await building.film(camera.id, 6, 0);
    const kinds = building.kinds();
    expect(kinds[0]).toBe("started");
    expect(kinds.at(-1)).toBe("ended");
    expect(kinds.filter((kind) => kind === "picture").length).toBeGreaterThan(4);
    expect(building.told()[0]).toMatchObject({ intrusion: "motion", cameraId: camera.id, doorId: null });
    expect(building.clips).toEqual([`motion at ${camera.id}`, "over"]);
  });

  it("is looked at two and a half times a second while all is calm, however many pictures it gives", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    // It is new, and learned for a second.
    await building.film(camera.id, 2, 0);
    const before = building.greyed.length;
    await building.film(camera.id, 10, 0);
    expect(building.greyed.length - before).toBe(25);
  });

  it("is looked at five times a second where something may begin, and for its pictures alone while it goes on", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    await building.film(camera.id, 2, 0);
    // Noticed within 0.4 s; three in a row must move.
    await building.film(camera.id, 0.9, 2);
    expect(building.kinds()[0]).toBe("started");
    const before = building.greyed.length;
    await building.film(camera.id, 5, 2);
    expect(building.greyed.length - before).toBe(10);
  });

  it.each([0, 1, 2, 3])("notices who runs past within a second, %i tenths after a look", async (tenths) => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    await building.film(camera.id, 2 + tenths / 10, 0);
    await building.film(camera.id, 1, 12);
    expect(building.kinds()[0]).toBe("started");
  });

  it("is captured in its watched hours and in no others, by the building's own clock", async () => {
    const building = new Building();
    const fromEleven = { days: [2], from: "11:00", to: "11:30" };
    const camera = newCamera({ motion: motionOf({ watchedHours: [fromEleven] }) });
    building.motion.configure([camera], "America/Bogota");
    expect(building.taps.size).toBe(0);
    await building.clock.push(60 * 60_000);
    expect(building.taps.size).toBe(1);
    await building.film(camera.id, 2, 0);
    await building.film(camera.id, 3, 2);
    await building.clock.push(30 * 60_000);
    expect(building.taps.size).toBe(0);
    expect(building.kinds().at(-1)).toBe("ended");
  });

  it("ends what was going on when it gives no more pictures", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    await building.film(camera.id, 2, 0);
    await building.film(camera.id, 3, 2);
    const lastMotion = building.told().at(-1)?.at ?? "";
    expect(building.kinds()).not.toContain("ended");
    await building.clock.push(10_000);
    expect(building.kinds().at(-1)).toBe("ended");
    const endedAt = building.told().at(-1)?.at ?? "";
    // When it last moved, which may be a little after its last picture.
    expect(Date.parse(endedAt) - Date.parse(lastMotion)).toBeLessThan(1000);
  });

  it("ends with the controller, and with the next one when it was killed", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    await building.film(camera.id, 2, 0);
    await building.film(camera.id, 3, 2);
    building.restart();
    expect(building.kinds().filter((kind) => kind === "ended")).toHaveLength(1);

    building.motion.configure([camera], "America/Bogota");
    await building.film(camera.id, 2, 0);
    await building.film(camera.id, 3, 2);
    building.motion.stop();
    expect(building.kinds().filter((kind) => kind === "ended")).toHaveLength(2);
    expect(building.taps.size).toBe(0);
    expect(building.clock.pending).toBe(0);
    const ids = building
      .told()
      .flatMap((fact) => (fact.kind === "intrusion-started" ? fact.intrusionId : []));
    expect(new Set(ids).size).toBe(2);
  });

  it("begins anew with other zones, and not for another name", async () => {
    const building = new Building();
    const camera = newCamera({ motion: motionOf() });
    building.motion.configure([camera], "America/Bogota");
    const first = building.taps.get(camera.id);
    building.motion.configure([{ ...camera, name: "Otra" }], "America/Bogota");
    expect(building.taps.get(camera.id)).toBe(first);
    building.motion.configure([{ ...camera, motion: motionOf({ sensitivity: 80 }) }], "America/Bogota");
    expect(building.taps.get(camera.id)).not.toBe(first);
    building.motion.configure([{ ...camera, motion: null }], "America/Bogota");
    expect(building.taps.size).toBe(0);
  });
});
