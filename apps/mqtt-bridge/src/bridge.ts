import type { OutsideEvent } from "@umbral/contract/integrations/outside-events.contract";
import { Broker } from "./broker.ts";
import { newsOfDoor, newsOfEvent, OpenAlarms, type Publication } from "./building-news.ts";
import { refusalOf } from "./command.ts";
import { type Building, discoveryOf } from "./discovery.ts";
import type { Log } from "./log.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { type Settings, SetupMistake } from "./settings.ts";
import { doorOfCommand, type Topics, topicsOf } from "./topics.ts";
import { isOver, RefusedByUmbral, Umbral } from "./umbral.ts";

/** What could not be read is asked for again after so long. */
const AGAIN_MS = 5000;

interface BridgeParts {
  settings: Settings;
  log: Log;
  now?: () => Date;
  againMs?: number;
  /** The token is over: the bridge has said `offline` and does nothing any more. */
  over: () => void;
}

type Camera = Awaited<ReturnType<Umbral["cameras"]>>[number];

/**
 * One building on one broker. What the broker shows is always what the server said last; while the line to the server is away
 * the bridge is `offline`, so nothing that is shown is older than it says.
 */
export class Bridge {
  readonly #log: Log;
  readonly #now: () => Date;
  readonly #umbral: Umbral;
  readonly #topics: Topics;
  readonly #broker: Broker;
  #alarms = new OpenAlarms();
  readonly #refresh = oneAtATime(() => this.#readOrAgain("doors and cameras", () => this.#readBuilding()));
  readonly #catchUp = oneAtATime(() => this.#readOrAgain("events", () => this.#readEvents()));
  readonly #againMs: number;
  #building: Building;
  #cameras: readonly Camera[] = [];
  /** The configurations that hold now. */
  #configs = new Map<string, object>();
  /** Those that the broker keeps of an earlier run of the bridge. */
  readonly #kept = new Set<string>();
  #isRead = false;
  /** The number of the last event that was passed on; undefined before the first look. */
  #last: number | undefined;
  #isUp = false;
  #hangUp: () => void = () => undefined;
  #clock: NodeJS.Timeout | undefined;
  #again: NodeJS.Timeout | undefined;

  private constructor(parts: BridgeParts, umbral: Umbral, own: Awaited<ReturnType<Umbral["ownToken"]>>) {
    const { settings, log } = parts;
    this.#log = log;
    this.#now = parts.now ?? (() => new Date());
    this.#againMs = parts.againMs ?? AGAIN_MS;
    this.#umbral = umbral;
    const { building, token } = own;
    this.#building = { id: building.id, name: building.name, rights: token.rights, doors: [], cameras: [] };
    this.#topics = topicsOf(building.id, settings.topic, settings.discoveryTopic);
    const { anyOpen, anyDiscovery, birth } = this.#topics;
    this.#broker = new Broker({
      url: settings.mqttUrl,
      username: settings.username,
      password: settings.password,
      lastWords: this.#line("offline"),
      topics: [...(token.rights.includes("doors:open") ? [anyOpen] : []), anyDiscovery, birth],
      up: () => this.#publishAll(),
      heard: (topic, payload, isRetained) => this.#hear(topic, payload, isRetained),
      log,
    });
    this.#hangUp = umbral.line({
      up: () => {
        this.#isUp = true;
        this.#readAll();
      },
      down: () => {
        this.#isUp = false;
        clearTimeout(this.#again);
        this.#broker.publish([this.#line("offline")]);
      },
      event: (event) => this.#note(event),
      doorsChanged: () => void this.#refresh(),
      over: () => void this.end().then(parts.over),
    });
    if (settings.pictureSeconds > 0) {
      const round = oneAtATime(() => this.#sendPictures(this.#cameras));
      this.#clock = setInterval(() => void round(), settings.pictureSeconds * 1000);
    }
  }

  /**
   * @returns once the server has said which building it is: the broker's topics are called by it
   * @throws {RefusedByUmbral} for a token that is over, and whatever stands between here and the server
   * @throws {SetupMistake} for a token with which nothing can be heard
   */
  static async start(parts: BridgeParts): Promise<Bridge> {
    const { settings, log } = parts;
    const umbral = new Umbral({ url: settings.umbralUrl, token: settings.token, log });
    const own = await umbral.ownToken();
    if (!own.token.rights.some((right) => right !== "doors:open")) {
      throw new SetupMistake(
        "El token solo puede abrir puertas. Para el puente necesita también leerlas (doors:read).",
      );
    }
    return new Bridge(parts, umbral, own);
  }

  /** Leaves, having said so. */
  async end(): Promise<void> {
    clearInterval(this.#clock);
    clearTimeout(this.#again);
    this.#isUp = false;
    this.#hangUp();
    await this.#broker.end();
  }

  /** Together: what happened between the two would otherwise be told of a door that is not there yet. */
  #readAll(): void {
    void this.#refresh().then(() => this.#catchUp());
  }

  async #readBuilding(): Promise<void> {
    const { rights } = this.#building;
    const [{ building }, doors, cameras] = await Promise.all([
      this.#umbral.ownToken(),
      rights.includes("doors:read") ? this.#umbral.doors() : [],
      rights.includes("cameras:read") ? this.#umbral.cameras() : [],
    ]);
    const isFirst = !this.#isRead;
    this.#building = { id: building.id, name: building.name, rights, doors, cameras };
    this.#cameras = cameras;
    this.#isRead = true;
    this.#publishAll();
    if (isFirst) {
      void this.#sendPictures(cameras);
    }
  }

  /** From the last one on. The first time nothing is told anew: only what still holds, the alarms and the last ring. */
  async #readEvents(): Promise<void> {
    if (!this.#building.rights.includes("events:read")) {
      return;
    }
    if (this.#last === undefined) {
      const newest = await this.#umbral.events();
      const last = newest.numbers.at(-1) ?? 0;
      // Read after it: what an alarm did meanwhile comes after the last one.
      const [alarms, rings] = await Promise.all([
        this.#openAlarms(last),
        this.#umbral.events({ kind: "rang" }),
      ]);
      this.#last = last;
      this.#alarms = alarms;
      const ring = rings.events.at(-1);
      const lastRing = ring
        ? newsOfEvent(ring, this.#topics, this.#now()).filter(({ retained }) => retained)
        : [];
      this.#broker.publish([this.#alarms.news(this.#topics), ...lastRing]);
      return;
    }
    let page = await this.#umbral.events({ after: this.#last });
    for (let last = page.numbers.at(-1); last !== undefined; last = page.numbers.at(-1)) {
      const [first = last] = page.numbers;
      if (first > this.#last + 1) {
        // Numbers leap where the server was restored: an alarm that it knows no more would stay on for ever.
        this.#alarms = await this.#openAlarms(first - 1);
        this.#broker.publish([this.#alarms.news(this.#topics)]);
      }
      for (const event of page.events) {
        this.#pass(event);
      }
      // The last of them may be one that this bridge cannot read.
      this.#last = Math.max(this.#last, last);
      page = await this.#umbral.events({ after: this.#last });
    }
  }

  /** The alarms as they stood when the event of this number had been told. */
  async #openAlarms(last: number): Promise<OpenAlarms> {
    const open = new OpenAlarms();
    for (const alarm of (await this.#umbral.events({ kind: "alarm" })).events) {
      if (alarm.number <= last) {
        open.note(alarm);
      }
    }
    return open;
  }

  /** An event in its place is passed on at once; after a gap all are asked for in their order. */
  #note(event: OutsideEvent): void {
    if (this.#last !== undefined && event.number === this.#last + 1) {
      this.#pass(event);
    } else if (this.#last === undefined || event.number > this.#last) {
      void this.#catchUp();
    }
  }

  #pass(event: OutsideEvent): void {
    if (this.#last !== undefined && event.number <= this.#last) {
      return;
    }
    this.#last = event.number;
    this.#alarms.note(event);
    this.#broker.publish([
      ...newsOfEvent(event, this.#topics, this.#now()),
      ...(event.kind === "alarm" ? [this.#alarms.news(this.#topics)] : []),
    ]);
    const looksAt = (camera: Camera) =>
      event.kind === "rang" ? camera.doorId !== null : "door" in event && camera.doorId === event.door?.id;
    void this.#sendPictures(event.kind === "alarm" ? [] : this.#cameras.filter(looksAt));
  }

  #hear(topic: string, payload: Buffer, isRetained: boolean): void {
    const doorId = doorOfCommand(this.#topics, topic);
    if (doorId !== undefined) {
      void this.#obey(doorId, payload, isRetained);
    } else if (topic === this.#topics.birth) {
      if (payload.toString() === "online") {
        this.#publishAll();
      }
    } else if (isRetained && payload.length > 0) {
      this.#kept.add(topic);
      this.#publishAll();
    }
  }

  async #obey(doorId: string, payload: Buffer, isRetained: boolean): Promise<void> {
    const notTaken = refusalOf(payload, isRetained, this.#now());
    const tell = (result: object) =>
      this.#broker.publish([
        {
          topic: this.#topics.door(doorId).result,
          payload: JSON.stringify({ ...result, at: this.#now().toISOString() }),
          retained: false,
        },
      ]);
    if (notTaken !== undefined) {
      this.#log.warn({ doorId, notTaken }, "a command that opens nothing");
      tell({ ok: false, code: notTaken });
      return;
    }
    try {
      await this.#umbral.open(doorId);
      tell({ ok: true });
    } catch (error) {
      this.#log.warn({ doorId, err: error }, "a door was not opened");
      tell({ ok: false, code: error instanceof RefusedByUmbral ? error.code : "NO_ANSWER" });
    }
  }

  /** What holds. Before the first look at the building nothing is known to be gone, and nothing is taken away. */
  #publishAll(): void {
    if (!this.#isRead) {
      this.#broker.publish([this.#line("offline")]);
      return;
    }
    const configs = discoveryOf(this.#building, this.#topics);
    // Home Assistant forgets a door or a camera by an empty message in its place.
    const gone = [...this.#configs.keys(), ...this.#kept].filter((topic) => !configs.has(topic));
    this.#kept.clear();
    this.#configs = configs;
    this.#broker.publish([
      ...gone.map((topic): Publication => ({ topic, payload: "", retained: true })),
      ...[...configs].map(
        ([topic, config]): Publication => ({ topic, payload: JSON.stringify(config), retained: true }),
      ),
      ...this.#building.doors.flatMap((door) => newsOfDoor(door, this.#topics)),
      ...(this.#last === undefined ? [] : [this.#alarms.news(this.#topics)]),
      this.#line(this.#isUp ? "online" : "offline"),
    ]);
  }

  /** One after the other: each is a camera that has to be looked at. */
  async #sendPictures(cameras: readonly Camera[]): Promise<void> {
    for (const { id } of this.#isUp ? cameras : []) {
      await this.#survive("a picture", async () => {
        const payload = await this.#umbral.picture(id);
        this.#broker.publish([{ topic: this.#topics.camera(id).picture, payload, retained: true }]);
      });
    }
  }

  #line(is: "online" | "offline"): Publication {
    return { topic: this.#topics.bridge, payload: is, retained: true };
  }

  /** Until it was read the broker shows what was: nobody else might ask for days. */
  async #readOrAgain(what: string, work: () => Promise<void>): Promise<void> {
    if (!(await this.#survive(what, work)) && this.#isUp) {
      clearTimeout(this.#again);
      this.#again = setTimeout(() => this.#readAll(), this.#againMs);
    }
  }

  /** The bridge itself goes on. @returns whether it was done */
  async #survive(what: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      if (!isOver(error)) {
        this.#log.warn({ err: error, what }, "could not be read");
      }
      return false;
    }
  }
}
