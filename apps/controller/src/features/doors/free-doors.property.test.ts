import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { SimulatedDoor } from "@umbral/simulated-building/door";
import fc from "fast-check";
import { expect, it } from "vitest";
import { FreeBuilding } from "../../../testing/free-building.ts";
import { newQuickStore } from "../../../testing/store.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DOORS = 3;
const BOGOTA_MS = -5 * HOUR;

const door = fc.nat({ max: DOORS - 1 });
/** From now on; also over already. */
const within = fc.oneof(fc.constant(null), fc.integer({ min: -HOUR, max: 3 * HOUR }));
const minute = fc.nat({ max: 24 * 60 - 1 });
const oneOf = <Kind extends string>(kind: Kind) => ({ kind: fc.constant(kind) });
const Event = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...oneOf("mode"),
      door,
      free: within,
      locked: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: within }),
      hours: fc.oneof(fc.constant(null), fc.record({ from: minute, to: minute })),
    }),
  },
  { weight: 6, arbitrary: fc.record({ ...oneOf("wait"), ms: fc.integer({ min: 1, max: 2 * HOUR }) }) },
  { weight: 3, arbitrary: fc.record({ ...oneOf("pulse"), door, wait: fc.nat({ max: 3000 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({ ...oneOf("jump"), ms: fc.integer({ min: -24 * HOUR, max: 24 * HOUR }) }),
  },
  { weight: 3, arbitrary: fc.record({ ...oneOf("server"), isHeard: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...oneOf("end"),
      how: fc.constantFrom("stop", "kill"),
      ms: fc.nat({ max: HOUR }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ ...oneOf("emergency"), ms: fc.oneof(fc.constant(null), fc.nat({ max: HOUR })) }),
  },
  { weight: 3, arbitrary: fc.record({ ...oneOf("panel"), isOn: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ ...oneOf("jam"), door }) },
);
type Event = typeof Event extends fc.Arbitrary<infer Value> ? Value : never;

const PULSE_MS = 1000;

const PANEL = "panel";
/** An emergency ends at `until` of the process's clock; a restart goes by the date of its end as it was believed last. */
const none = () => ({ until: 0, untilMs: 0, isCertain: false });

class Oracle {
  readonly building: FreeBuilding;
  readonly #pulsesUntil = Array.from({ length: DOORS }, () => 0);
  readonly #said = { lobby: none(), panel: none() };
  /** What the panel's being on means: it frees doors until that is over, and not again before it rested. */
  #panel: "rests" | "frees" | "over" = "rests";

  constructor(building: FreeBuilding) {
    this.building = building;
  }

  async live(event: Event): Promise<void> {
    const { building } = this;
    const { clock } = building;
    this.#pass();
    switch (event.kind) {
      case "mode": {
        const at = (left: number | null) => (left === null ? null : building.look().nowMs + left);
        building.setMode(event.door, {
          freeUntil: at(event.free),
          lockedUntil: at(event.locked),
          freeHours: event.hours && {
            hours: [
              {
                days: [1, 2, 3, 4, 5, 6, 7],
                from: clockTime(event.hours.from),
                to: clockTime(event.hours.to),
              },
            ],
            onHolidays: { kind: "as-any-day" },
          },
        });
        this.#correct();
        break;
      }
      case "wait":
        await clock.push(event.ms);
        break;
      case "pulse": {
        const signal = new AbortController().signal;
        await building.drivers[event.door]?.open({ pulseMs: PULSE_MS, mayMove: () => undefined, signal });
        this.#pulsesUntil[event.door] = clock.now() + PULSE_MS;
        await clock.push(event.wait);
        break;
      }
      case "jump":
        building.jump(event.ms);
        // A jump is noticed within a minute.
        await clock.push(MINUTE);
        break;
      case "server":
        building.isServerHeard = event.isHeard;
        building.modesFeature.look();
        this.#correct();
        break;
      case "end": {
        const endedAt = clock.now();
        building.end(event.how);
        this.#pulsesUntil.fill(0);
        clock.stall(event.ms);
        building.begin();
        const { nowMs, isTrusted } = building.look();
        for (const [cause, said] of Object.entries(this.#said)) {
          const leftMs = Math.min(said.untilMs - nowMs, EMERGENCY_FREES_MS);
          if (endedAt < said.until && cause === "panel" && isTrusted && said.isCertain && leftMs <= 0) {
            this.#panel = this.#panel === "frees" ? "over" : this.#panel;
          }
          // Without a sure time nobody knows whether it is over.
          said.until = endedAt < said.until && isTrusted && leftMs > 0 ? clock.now() + leftMs : 0;
        }
        if (this.#panel !== "rests") {
          this.#hearPanel();
        }
        break;
      }
      case "emergency":
        if (event.ms === null) {
          building.modesFeature.endEmergency();
          this.#said.panel.until = 0;
          this.#panel = this.#panel === "frees" ? "over" : this.#panel;
        } else {
          building.modesFeature.beginEmergency("lobby", event.ms);
        }
        this.#say("lobby", event.ms ?? 0);
        break;
      case "panel":
        if (!event.isOn) {
          building.modesFeature.firePanelRests(PANEL);
          this.#panel = "rests";
        } else if (this.#panel === "rests") {
          this.#hearPanel();
        }
        break;
      case "jam": {
        const relay = building.relays[event.door] ?? new SimulatedDoor();
        relay.isJammed = true;
        await clock.push(MINUTE);
        relay.isJammed = false;
        await clock.push(10_000);
        break;
      }
    }
    await clock.push(0);
  }

  #hearPanel(): void {
    const isNews =
      this.#panel === "rests" ||
      (this.#panel === "frees" && this.building.clock.now() >= this.#said.panel.until);
    expect(this.building.modesFeature.firePanelIsOn(PANEL)).toBe(isNews);
    if (isNews) {
      this.#panel = "frees";
      this.#say("panel", EMERGENCY_FREES_MS);
    }
  }

  #say(cause: "lobby" | "panel", ms: number): void {
    const { nowMs, isTrusted } = this.building.look();
    this.#said[cause] = {
      until: this.building.clock.now() + ms,
      untilMs: nowMs + ms,
      isCertain: isTrusted,
    };
  }

  /** The date was looked at: what goes on ends by what it says now. */
  #correct(): void {
    const { nowMs, isTrusted } = this.building.look();
    const now = this.building.clock.now();
    for (const said of Object.values(this.#said)) {
      if (now < said.until) {
        said.untilMs = nowMs + said.until - now;
        said.isCertain = isTrusted;
      }
    }
  }

  /** A panel's half hour passed while its process ran. */
  #pass(): void {
    if (this.#panel === "frees" && this.building.clock.now() >= this.#said.panel.until) {
      this.#panel = "over";
    }
  }

  /** What each relay has to be now, reckoned without the rule that is tried. */
  get wanted(): boolean[] {
    const { nowMs, isTrusted } = this.building.look();
    const now = this.building.clock.now();
    return this.#pulsesUntil.map((pulseUntil, index) => {
      const { freeUntil, lockedUntil, freeHours } = this.building.modeOf(index);
      const isWayOut = index === 0 && Object.values(this.#said).some(({ until }) => now < until);
      const isLocked = lockedUntil !== null && (!isTrusted || nowMs < lockedUntil);
      const [hours] = freeHours?.hours ?? [];
      const isFree =
        isTrusted &&
        ((freeUntil !== null && nowMs < freeUntil) || (hours !== undefined && isWithin(hours, nowMs)));
      return isWayOut || (!isLocked && isFree) || now < pulseUntil;
    });
  }
}

const clockTime = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;

function isWithin({ from, to }: { from: string; to: string }, nowMs: number): boolean {
  const local = new Date(nowMs + BOGOTA_MS).toISOString().slice(11, 16);
  return from < to ? local >= from && local < to : local >= from || local < to;
}

it("gives a relay current exactly while its door is free or a pulse is due, whatever happens", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(Event, { maxLength: 30 }), async (events) => {
      const building = new FreeBuilding(newQuickStore(), DOORS, 1);
      const oracle = new Oracle(building);
      for (const event of events) {
        await oracle.live(event);
        expect(building.relays.map(({ isEnergised }) => isEnergised)).toEqual(oracle.wanted);
      }
      building.end("stop");
      expect(building.clock.pending).toBe(0);
      const open = new Set<string>();
      for (const fact of building.facts) {
        if (fact.kind === "door-freed") {
          expect(open.has(fact.doorId)).toBe(false);
          open.add(fact.doorId);
        } else if (fact.kind === "door-free-ended") {
          expect(open.delete(fact.doorId)).toBe(true);
        }
      }
      expect(open.size).toBe(0);
    }),
    {
      numRuns: 120,
      examples: [
        // What comes after a lock that ends between two full minutes begins with its end.
        [
          [
            { kind: "mode", door: 0, free: 2, locked: 1, hours: null },
            { kind: "wait", ms: 1 },
          ],
        ],
        // The date is corrected backwards while there is an emergency, which then ends a little later for the next process.
        [
          [
            { kind: "server", isHeard: false },
            { kind: "jump", ms: 1 },
            { kind: "emergency", ms: 1_570_693 },
            { kind: "server", isHeard: true },
            { kind: "end", how: "stop", ms: 1_570_693 },
          ],
        ],
        // A date that was a day ahead when it began lets it last no day longer.
        [
          [
            { kind: "server", isHeard: false },
            { kind: "jump", ms: 24 * HOUR },
            { kind: "emergency", ms: 30 * MINUTE },
            { kind: "server", isHeard: true },
            { kind: "end", how: "kill", ms: 0 },
            { kind: "wait", ms: HOUR },
          ],
        ],
        // Nothing is freed again by a correction of what is over.
        [
          [
            { kind: "server", isHeard: false },
            { kind: "jump", ms: MINUTE },
            { kind: "emergency", ms: 1000 },
            { kind: "wait", ms: 1000 },
            { kind: "server", isHeard: true },
            { kind: "end", how: "kill", ms: 0 },
          ],
        ],
        // A date that was behind when it began is corrected, and does not end it for the next process.
        [
          [
            { kind: "server", isHeard: false },
            { kind: "jump", ms: -2 * HOUR },
            { kind: "panel", isOn: true },
            { kind: "server", isHeard: true },
            { kind: "end", how: "kill", ms: MINUTE },
          ],
        ],
        // A panel that stays on frees nothing at a start after it was silenced, nor after its half hour.
        [
          [
            { kind: "panel", isOn: true },
            { kind: "emergency", ms: null },
            { kind: "end", how: "kill", ms: 0 },
          ],
        ],
        [
          [
            { kind: "panel", isOn: true },
            { kind: "end", how: "kill", ms: HOUR },
            { kind: "end", how: "stop", ms: 0 },
          ],
        ],
        // Where nobody knows what is left of its time, it has all of it.
        [
          [
            { kind: "panel", isOn: true },
            { kind: "server", isHeard: false },
            { kind: "jump", ms: HOUR },
            { kind: "end", how: "kill", ms: 0 },
          ],
        ],
        // Nor by a process that knows the time, after one that did not.
        [
          [
            { kind: "emergency", ms: HOUR },
            { kind: "server", isHeard: false },
            { kind: "jump", ms: HOUR },
            { kind: "end", how: "kill", ms: 0 },
            { kind: "server", isHeard: true },
            { kind: "end", how: "kill", ms: 0 },
          ],
        ],
      ],
    },
  );
}, 120_000);
