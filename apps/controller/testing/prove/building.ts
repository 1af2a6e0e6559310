import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import { newConfiguration, newDoor } from "../configuration.ts";
import { type ControllerProcess, startController } from "../controller-process.ts";
import { type FakeServer, startFakeServer } from "../fake-server.ts";
import { FaultyLine } from "./faulty-line.ts";
import { FreeDoors } from "./free-doors.ts";
import { type ClockState, People, type Person } from "./people.ts";
import { canCutPower, SyncedWrites } from "./power.ts";
import { Chance } from "./random.ts";

const DOORS = 16;
/** The same card at the same reader within two seconds is one reading: it is not tried. */
const SAME_CARD_MS = 2500;
const ANSWER_WITHIN_MS = 8000;
/** A process that does not run by then never will. */
const BOOT_WITHIN_MS = 30_000;
/** A machine that stands still for so long while somebody waits at a reader proves nothing of the controller. */
const STANDS_STILL_MS = 400;
const LOOK_EVERY_MS = 50;
const LINE_WITHIN_MS = 6000;
/** What is not at the server by then, with the line up, never will be. */
const TOLD_WITHIN_MS = 30_000;
/** A page that was cut short with its line is not waited for as long as the server would. */
const PAGE_WITHIN_MS = 3000;

/** A relay that is let go is asked for it, and asked again after a second where it did not answer. */
const FREE_ENDS_WITHIN_MS = 1500;

/** What is not of it is written once, when it is paired. */
const OF_THE_STORE = /^controller\.db/;

const CLOCK_SHIFT = new URL("clock-shift.mjs", import.meta.url).href;

/** What must never be, counted. */
export interface Verdict {
  unintended: number;
  refused: number;
  lost: number;
  twice: number;
}

interface DoorCount {
  /** Openings that somebody was entitled to, at most. */
  entitled: number;
  /** What the relay itself counted. */
  pulses: number;
  swipes: number;
  /** Readings whose green light somebody saw. */
  greens: number;
  isBusy: boolean;
  /** Who came by, and what the relay had counted until then. */
  passed: string[];
}

/** A controller in a process of its own with everything around it, and who reckons what it may do. */
export class Building {
  readonly chance: Chance;
  readonly line = new FaultyLine();
  readonly freeDoors = new FreeDoors();
  readonly people: People;
  readonly server: FakeServer;
  /** What must never be, said as it was seen. */
  readonly remarks: string[] = [];
  #refused = 0;
  clock: ClockState = "unsure";
  isLineUp = false;
  controller: ControllerProcess | undefined;
  /** Orders that were obeyed or are too old: none may open anything once more. */
  readonly spentOrders: DoorOrder[] = [];
  readonly #doors = Array.from({ length: DOORS }, (_, index) =>
    newDoor({
      localId: String(index),
      reader: { kind: "simulated", hasKeypad: true },
      relay: { kind: "http", openAddress: "http://set-at-start", closeAddress: null },
    }),
  );
  readonly #counts = new Map<string, DoorCount>();
  readonly #lately = new Map<string, number>();
  readonly #swipes = new Set<Promise<void>>();
  readonly #dataDir = mkdtempSync(join(tmpdir(), "umbral-prove-"));
  readonly #synced = canCutPower() ? new SyncedWrites(this.#dataDir) : undefined;
  readonly #shiftFile = `${this.#dataDir}.clock-shift`;
  readonly #relays = createServer((request, response) => {
    this.freeDoors.hear(request.url ?? "");
    const count = this.#counts.get((request.url ?? "").slice(1));
    if (count) {
      count.pulses += 1;
    }
    response.end();
  });
  /** How often the machine stood still. */
  #stalls = 0;
  #lookedAt = performance.now();
  readonly #look = setInterval(() => {
    const now = performance.now();
    this.#stalls += now - this.#lookedAt > LOOK_EVERY_MS + STANDS_STILL_MS ? 1 : 0;
    this.#lookedAt = now;
  }, LOOK_EVERY_MS);
  #lineUrl = "";
  #hasJumped = false;

  private constructor(server: FakeServer, seed: number) {
    this.server = server;
    this.chance = new Chance(seed);
    this.people = new People(
      server.access,
      this.#doors.map(({ id }) => id),
      this.chance,
    );
  }

  static async start(seed: number): Promise<Building> {
    const server = await startFakeServer();
    // The server's steady clock begins at its wall clock, as the real one's.
    server.clockOffset = Date.now() - server.steadyMs();
    const building = new Building(server, seed);
    await building.#begin();
    return building;
  }

  get doorIds(): string[] {
    return this.#doors.map(({ id }) => id);
  }

  /** Somebody holds a card to a reader or types a PIN there, and the outcome is reckoned with. */
  swipe(person: Person = this.chance.oneOf(this.people.all)): void {
    const { controller } = this;
    const doorId = this.#freeDoor(person.tag);
    const count = doorId === undefined ? undefined : this.#counts.get(doorId);
    if (!controller || doorId === undefined || !count) {
      return;
    }
    const [before, changes] = [person.comesIn(this.clock), person.changes()];
    count.swipes += 1;
    count.isBusy = true;
    const { pulses } = count;
    const stalls = this.#stalls;
    const waitedMs = controller.waitedMs();
    const swipe = controller
      .answersCard(doorId, person.tag, ANSWER_WITHIN_MS)
      .then((light) => {
        // The server may have taken the card away, or given it back, or both, while somebody stood there.
        const after = person.changes() === changes ? person.comesIn(this.clock) : "unsure";
        count.entitled += before === "out" && after === "out" ? 0 : 1;
        count.passed.push(
          `${person.tag} ${before}/${after} ${light}, clock ${this.clock}: ${pulses} → ${count.pulses}`,
        );
        count.greens += light === "green" ? 1 : 0;
        const isRefused = (light === "red" || light === "none") && count.pulses === pulses;
        const stoodStill = this.#stalls > stalls || controller.waitedMs() - waitedMs > STANDS_STILL_MS;
        if (before === "in" && after === "in" && isRefused && !stoodStill) {
          this.#refused += 1;
          this.remarks.push(`door ${doorId}: ${light} light for ${person.tag}, clock ${this.clock}`);
        }
      })
      .finally(() => {
        count.isBusy = false;
        this.#swipes.delete(swipe);
      });
    this.#swipes.add(swipe);
  }

  /** Resolves when nobody stands at a reader and waits. */
  async quiet(): Promise<void> {
    await Promise.all([...this.#swipes]);
  }

  /** The server gives an order, and gives it again when told to. */
  order(times: number): void {
    if (!this.server.isConnected) {
      return;
    }
    const doorId = this.chance.oneOf(this.doorIds);
    const count = this.#counts.get(doorId);
    const order = this.server.newOrder(doorId);
    if (count) {
      count.entitled += 1;
    }
    for (let time = 0; time < times; time += 1) {
      void this.server.order(order).catch(() => undefined);
    }
    this.spentOrders.push(order);
  }

  /** Tells the controller what changed since what it has, as a server does that waits for the answer. */
  async tellChanges(): Promise<void> {
    const { access } = this.server;
    const kept = this.server.signIns.at(-1)?.access;
    const { number } = access;
    try {
      const from = this.#keptNumber ?? kept?.number ?? 0;
      const answer = await within(PAGE_WITHIN_MS, this.server.tellAccess(from));
      this.#keptNumber = answer.kept?.number;
      if (answer.outcome === "kept" && answer.kept?.number === number && number === access.number) {
        this.people.isKept();
      }
    } catch {
      // The line was lost, or the controller: it says at its next sign-in what it has.
      this.#keptNumber = undefined;
    }
  }
  #keptNumber: number | undefined;

  /** @param shiftMs by how much the controller's wall clock is off from now on */
  jumpClock(shiftMs: number, isLineCut: boolean): void {
    this.#hasJumped = true;
    writeFileSync(this.#shiftFile, String(shiftMs));
    this.clock = isLineCut ? "untrusted" : "unsure";
    // The line's own heartbeat goes by the wall clock: it may be lost, and comes back.
    this.isLineUp = false;
  }

  /** Ends the process without a word. @param isPowerCut what was not synced is gone as well */
  async kill(isPowerCut: boolean): Promise<void> {
    const { controller } = this;
    this.controller = undefined;
    this.isLineUp = false;
    await controller?.kill("SIGKILL");
    await this.quiet();
    if (isPowerCut) {
      this.#synced?.leaveOnlySynced((file) => OF_THE_STORE.test(file));
    }
    this.#keptNumber = undefined;
    // What it kept of the time is known only while nobody touched its clock.
    this.clock = this.#hasJumped || this.clock !== "trusted" ? "unsure" : "trusted";
  }

  async boot(): Promise<void> {
    this.controller = await startController({
      SERVER_URL: this.#lineUrl,
      CONTROLLER_DATA_DIR: this.#dataDir,
      PAIRING_CODE: this.server.pairingCode,
      LOG_LEVEL: "info",
      NODE_OPTIONS: `--import ${CLOCK_SHIFT}`,
      CLOCK_SHIFT_FILE: this.#shiftFile,
      ...(this.#synced ? { LD_PRELOAD: this.#synced.library } : {}),
    });
    await within(BOOT_WITHIN_MS, this.controller.said("the controller runs"));
  }

  /** The line was mistreated: nobody knows whether it is there. */
  lineIsUnsure(): void {
    this.isLineUp = false;
    this.clock = this.clock === "trusted" && !this.#hasJumped ? "trusted" : "unsure";
  }

  /** The server cannot be reached, and the controller knows it. */
  async takeServer(): Promise<void> {
    this.line.isGone = true;
    this.isLineUp = false;
    await this.controller?.obeys({ kind: "line", state: "cut" });
  }

  /** The server is there again, and everything between the two is as it should be. */
  async bringServer(): Promise<void> {
    this.line.isGone = false;
    const { controller } = this;
    if (!controller) {
      return;
    }
    const before = controller.timesHeard("ready");
    await controller.obeys({ kind: "line", state: "cut" });
    await controller.obeys({ kind: "line", state: "restored" });
    const isThere = await within(LINE_WITHIN_MS, controller.heard("ready", before + 1))
      .then(() => true)
      .catch(() => false);
    this.isLineUp = isThere;
    if (isThere) {
      this.clock = "trusted";
      this.#keptNumber = undefined;
      await this.tellChanges();
    }
  }

  /** Everything is put right, told, counted, and taken away. */
  async end(): Promise<Verdict> {
    if (!this.controller) {
      await this.boot();
    }
    await this.quiet();
    for (let tries = 0; tries < 5 && !this.isLineUp; tries += 1) {
      await this.bringServer();
    }
    // With the server there, the time is known: what was free has ended.
    await new Promise((resolve) => setTimeout(resolve, this.freeDoors.leftMs + FREE_ENDS_WITHIN_MS));
    await this.server
      .until(() => this.#lost() === 0, "everything that happened is told", TOLD_WITHIN_MS)
      .catch(() => undefined);
    const verdict = this.#verdict();
    this.#tell();
    clearInterval(this.#look);
    await this.controller?.kill("SIGKILL");
    await this.line.stop();
    await this.server.close();
    this.#relays.closeAllConnections();
    this.#relays.close();
    rmSync(this.#dataDir, { recursive: true, force: true });
    rmSync(this.#shiftFile, { force: true });
    this.#synced?.remove();
    return verdict;
  }

  async #begin(): Promise<void> {
    await new Promise<void>((resolve) => this.#relays.listen(0, "127.0.0.1", resolve));
    const address = this.#relays.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const doors = this.#doors.map((door) => ({
      ...door,
      relay: {
        kind: "http" as const,
        openAddress: `http://127.0.0.1:${port}/${door.id}`,
        closeAddress: null,
      },
    }));
    for (const { id } of doors) {
      this.#counts.set(id, { entitled: 0, pulses: 0, swipes: 0, greens: 0, isBusy: false, passed: [] });
    }
    const free = this.freeDoors.configured(`http://127.0.0.1:${port}`);
    this.server.configuration = newConfiguration(this.server.buildingId, { doors: [...doors, ...free] });
    this.#lineUrl = await this.line.start(this.server.url);
    await this.boot();
    await this.controller?.heard("ready");
    this.isLineUp = true;
    this.clock = "trusted";
    await this.tellChanges();
  }

  #freeDoor(tag: string): string | undefined {
    const now = performance.now();
    const free = this.doorIds.filter((doorId) => {
      const at = this.#lately.get(`${tag} ${doorId}`);
      return !this.#counts.get(doorId)?.isBusy && (at === undefined || now - at > SAME_CARD_MS);
    });
    if (free.length === 0) {
      return undefined;
    }
    const doorId = this.chance.oneOf(free);
    this.#lately.set(`${tag} ${doorId}`, now);
    return doorId;
  }

  #toldAt(doorId: string) {
    const facts = this.server.facts.flatMap((fact) =>
      "doorId" in fact && fact.doorId === doorId ? [fact] : [],
    );
    return {
      granted: facts.filter((fact) => fact.kind === "access-decided" && fact.outcome === "granted").length,
      decided: facts.filter(({ kind }) => kind === "access-decided").length,
      opened: facts.filter(({ kind }) => kind === "door-opened").length,
      certain: facts.filter((fact) => fact.kind === "door-opened" && fact.isCertain).length,
    };
  }

  #lost(): number {
    const lost = sum([...this.#counts], ([doorId, { greens, pulses }]) => {
      const { granted, opened } = this.#toldAt(doorId);
      return Math.max(0, greens - granted) + Math.max(0, pulses - opened);
    });
    return lost + this.freeDoors.lost(this.server.facts);
  }

  #tell(): void {
    this.remarks.push(...this.freeDoors.remarks);
    for (const [doorId, { greens, pulses, entitled, passed }] of this.#counts) {
      if (pulses > entitled) {
        this.remarks.push(`door ${doorId}: ${pulses} pulses, ${entitled} entitled: ${passed.join("; ")}`);
      }
      const { granted, opened } = this.#toldAt(doorId);
      if (greens > granted || pulses > opened) {
        this.remarks.push(
          `door ${doorId}: ${greens} green lights, ${granted} granted; ${pulses} pulses, ${opened} openings; ` +
            `line ${this.isLineUp ? "up" : "down"}`,
        );
      }
    }
    const untold = this.freeDoors.lost(this.server.facts);
    if (untold > 0) {
      this.remarks.push(`${untold} times in which a door was free were not told`);
    }
  }

  #verdict(): Verdict {
    const counts = [...this.#counts];
    const names = this.server.facts.flatMap((fact) =>
      fact.kind === "access-decided"
        ? [`decided ${fact.accessId}`]
        : fact.kind === "door-opened"
          ? [`opened ${fact.openingId}`]
          : fact.kind === "door-freed"
            ? [`freed ${fact.periodId}`]
            : [],
    );
    const twice = sum(counts, ([doorId, { pulses, swipes }]) => {
      const { certain, decided } = this.#toldAt(doorId);
      return Math.max(0, certain - pulses) + Math.max(0, decided - swipes);
    });
    return {
      unintended:
        sum(counts, ([, { pulses, entitled }]) => Math.max(0, pulses - entitled)) + this.freeDoors.unintended,
      refused: this.#refused,
      lost: this.#lost(),
      twice: twice + names.length - new Set(names).size + this.freeDoors.twice(this.server.facts),
    };
  }
}

const sum = <Thing>(things: readonly Thing[], of: (thing: Thing) => number): number =>
  things.reduce((total, thing) => total + of(thing), 0);

/** @throws when it takes longer */
function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("not in time")), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
