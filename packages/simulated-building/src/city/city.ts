import { randomBytes } from "node:crypto";
import { type Asker, RefusedByServer } from "./asking.ts";
import type { DeedKind } from "./day-curve.ts";
import { Household } from "./household.ts";
import { LightController } from "./light-controller.ts";
import { type Deed, deedsOfHour, type Size } from "./plan.ts";
import { DOORS_EACH, type PreparedBuilding, prepareBuilding, TIME_ZONE } from "./prepare.ts";
import type { Tally } from "./tally.ts";

/** Refusals that the product promises to who asks for too much: no failure, and told apart. */
const LIMITS: ReadonlySet<string> = new Set([
  "TOO_OFTEN",
  "DOOR_TOO_OFTEN",
  "CALLS_TOO_OFTEN",
  "SIGN_CALLS_TOO_OFTEN",
  "PASSES_FULL",
]);
/** Buildings that are prepared side by side. */
const AT_ONCE = 12;
/** A card reaches the list of its building with the server's next round. */
const LIST_ARRIVES_MS = 60_000;
const MINUTE_MS = 60_000;
const STAYS_MS = 2000;

export interface CityOptions extends Omit<Size, "doors"> {
  administrator: Asker;
  /** A JPEG: faces, documents, and what every camera shows. */
  picture: Uint8Array;
  tally: Tally;
  /**
   * Each building says that it comes from an address of its own (`X-Forwarded-For`), as with a router of its own: the
   * installation has to name this machine in `TRUSTED_PROXIES`. Without it all of them are one network, with its limits.
   */
  forwards: boolean;
  /** How long somebody looks through a camera or talks, once they see or hear something. */
  staysMs?: number;
  /** Told of how far it is. */
  say?: (line: string) => void;
}

interface Neighbourhood extends PreparedBuilding {
  controllerLine: LightController;
  households: Household[];
}

/** Many buildings with their people, who live against one installation. */
export class City {
  readonly #options: CityOptions;
  readonly #run = randomBytes(3).toString("hex");
  #buildings: Neighbourhood[] = [];
  #underWay = new Set<Promise<void>>();

  constructor(options: CityOptions) {
    this.#options = options;
  }

  /** Makes the buildings and opens every line. */
  async prepare(): Promise<void> {
    const { buildings, say } = this.#options;
    const built: Neighbourhood[] = [];
    await inLanes(buildings, AT_ONCE, async (number) => {
      built[number] = await this.#settle(number);
      if ((number + 1) % 50 === 0) {
        say?.(`prepared: ${number + 1} of ${buildings}`);
      }
    });
    this.#buildings = built;
  }

  get lines(): number {
    return this.#buildings.reduce((sum, { households }) => sum + 1 + households.length, 0);
  }

  /** Lives so many minutes of the clock on the wall, `speed` times as fast, from this minute of the day on. */
  async live({
    fromMinute,
    minutes,
    speed,
  }: {
    fromMinute: number;
    minutes: number;
    speed: number;
  }): Promise<void> {
    const began = performance.now();
    const until = fromMinute + minutes;
    for (let hour = Math.floor(fromMinute / 60); hour * 60 < until; hour += 1) {
      const deeds = deedsOfHour({ ...this.#options, doors: DOORS_EACH }, hour).filter(
        ({ atMinute }) => atMinute >= fromMinute && atMinute < until,
      );
      for (const deed of deeds) {
        await comes(began + ((deed.atMinute - fromMinute) * MINUTE_MS) / speed);
        this.#begin(deed);
      }
      await comes(began + ((Math.min((hour + 1) * 60, until) - fromMinute) * MINUTE_MS) / speed);
    }
    await Promise.all(this.#underWay);
  }

  /** Does these kinds once, one after the other: a first look whether all of it works. */
  async tryEach(kinds: readonly DeedKind[]): Promise<void> {
    for (const [at, kind] of kinds.entries()) {
      this.#begin({ kind, atMinute: 0, building: at % this.#buildings.length, home: 0, door: 0 });
      await Promise.all(this.#underWay);
    }
  }

  /** Closes every line. What a controller told and nobody acknowledged has failed. */
  end(): void {
    const { tally } = this.#options;
    for (const { controllerLine, households } of this.#buildings) {
      if (controllerLine.waiting > 0) {
        tally.note("controller", { is: "failed", why: "facts that were never acknowledged" });
      }
      if (controllerLine.lines > 1) {
        tally.note("controller", { is: "refused", why: "its line broke and came back" });
      }
      controllerLine.close();
      for (const household of households) {
        household.close();
      }
    }
  }

  async #settle(number: number): Promise<Neighbourhood> {
    const { administrator, homes, picture, tally, staysMs = STAYS_MS } = this.#options;
    const headers = this.#from(number, 1);
    const name = `${this.#run} ${String(number + 1).padStart(4, "0")}`;
    const file = new File([new Uint8Array(picture)], "foto.jpg", { type: "image/jpeg" });
    const prepared = await prepareBuilding(administrator, { name, homes, picture: file, headers });
    const { url } = administrator;
    const controllerLine = new LightController({
      url,
      headers,
      controllerId: prepared.controller.id,
      key: prepared.controller.key,
      timeZone: TIME_ZONE,
      picture,
      failed: (why) => tally.note("controller", { is: "failed", why }),
    });
    await controllerLine.connect();
    const households = prepared.homes.map(
      ({ account, token }) => new Household({ ...administrator, token, headers }, account, staysMs),
    );
    await Promise.all(households.map((household) => household.connect()));
    await Promise.all(
      prepared.homes.map(({ account }) => controllerLine.knows(account.tag, LIST_ARRIVES_MS)),
    );
    return { ...prepared, controllerLine, households };
  }

  /** Where a building, or somebody before its sign, comes from. */
  #from(building: number, host: number): Asker["headers"] {
    return this.#options.forwards
      ? { "x-forwarded-for": `10.${64 + (building >> 8)}.${building & 255}.${host}` }
      : {};
  }

  #begin(deed: Deed): void {
    const work = this.#timed(deed).finally(() => this.#underWay.delete(work));
    this.#underWay.add(work);
  }

  async #timed(deed: Deed): Promise<void> {
    const { tally } = this.#options;
    const began = performance.now();
    try {
      const took = await this.#do(deed);
      if (took !== "busy") {
        tally.note(deed.kind, { is: "done", ms: took ?? performance.now() - began });
      }
    } catch (error) {
      const isLimit = error instanceof RefusedByServer && LIMITS.has(error.code);
      const why = error instanceof RefusedByServer ? error.code : String(Object(error).message ?? error);
      tally.note(deed.kind, { is: isLimit ? "refused" : "failed", why });
    }
  }

  /** @returns how long it took where that is not all of it */
  async #do({ kind, building, home, door }: Deed): Promise<number | "busy" | undefined> {
    const { tally, administrator } = this.#options;
    const place = this.#buildings[building];
    const household = place?.households[home];
    const doorId = place?.doors[door];
    if (!place || !household || doorId === undefined) {
      throw new Error("nobody lives there");
    }
    const { controllerLine, signSecret } = place;
    switch (kind) {
      case "swipe":
        expect(await controllerLine.swipe(doorId, household.account.tag), "granted");
        return undefined;
      case "stranger":
        expect(await controllerLine.swipe(doorId, randomBytes(7).toString("hex").toUpperCase()), "unknown");
        return undefined;
      case "press":
        await household.press(doorId);
        return undefined;
      case "open-app":
        await household.openApp();
        return undefined;
      case "view":
        return household.view(place.cameraId);
      case "sign-in":
        await household.signIn();
        return undefined;
      case "guest":
        expect(await controllerLine.type(doorId, await household.invite()), "granted");
        return undefined;
      case "call": {
        if (household.isBusy) {
          return "busy";
        }
        household.isBusy = true;
        try {
          const visitor = { ...administrator, token: null, headers: this.#from(building, 2 + (home % 200)) };
          const { rang, answered } = await household.beCalled(visitor, signSecret);
          tally.note("answer", { is: "done", ms: answered });
          return rang;
        } finally {
          household.isBusy = false;
        }
      }
    }
  }
}

function expect(outcome: string, wanted: string): void {
  if (outcome !== wanted) {
    throw new Error(`${outcome} instead of ${wanted}`);
  }
}

async function comes(moment: number): Promise<void> {
  const left = moment - performance.now();
  if (left > 0) {
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Does the work of all numbers below `count`, so many side by side. */
export async function inLanes(
  count: number,
  atOnce: number,
  work: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const lane = async () => {
    while (next < count) {
      next += 1;
      await work(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
