import type { AccessPage, AccessPageAnswer, KeptAccess } from "@umbral/contract/access-control/access-list";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { tellOfWork } from "../../platform/database-news.ts";
import type { Working } from "../../platform/rounds.ts";
import type { SignedInLine } from "../controllers/controller-greeting.ts";
import { nextPage } from "./access-pages.ts";

/** What lists need of the way to controllers. */
interface ListSender {
  sendAccessPage(socketId: string, page: AccessPage): Promise<AccessPageAnswer | "offline" | "no-answer">;
  noteAccess(controllerId: string, kept: KeptAccess | null): Promise<void>;
}

/** A line that is told its building's list. */
interface Told {
  line: SignedInLine;
  kept: KeptAccess | null;
  /** Something changed since the last page was made. */
  hasNews: boolean;
  isTelling: boolean;
  /** Nobody waits for the page that is under way any more. */
  abandon: () => void;
  /** A controller that refused is told again by then. */
  retry: NodeJS.Timeout | undefined;
}

/** Pages that a controller may refuse one after the other, the later ones of the whole list, before it is left alone. */
const REFUSALS = 3;
/** For so long, or until something changes: its disk may be full. */
const RETRY_MS = 60_000;

/** So long after the database's word all lines are looked at: what changes meanwhile is one look. */
const SOON_MS = 500;
/** So often all lines are looked at while Redis is away for this process: others may still say there what they changed. */
const ALONE_MS = 5000;

/** Where processes say to one another that a building's list is another one. */
const CHANNEL = "access-list";
const Changed = z.object({ buildingId: z.uuid() });

/**
 * Tells connected controllers their buildings' access lists: one page at a time, each answered, and the next by what the
 * answer says. What changes while a page is under way is part of the next one.
 */
export class AccessLines implements Working {
  readonly #services: Services;
  readonly #sender: ListSender;
  /** By controller: the line that counts. Each has the whole list of its building. */
  readonly #lines = new Map<string, Told>();
  readonly #underway = new Set<Promise<void>>();
  #soon: NodeJS.Timeout | undefined;
  #whileAlone: NodeJS.Timeout | undefined;
  #ignoreNews: (() => void) | undefined;

  constructor(services: Services, sender: ListSender) {
    this.#services = services;
    this.#sender = sender;
  }

  start(): void {
    const { bus, news } = this.#services;
    // Lines come by themselves. Which of a building's are another process's, only that one knows.
    bus?.listen(CHANNEL, (message) => {
      const { success, data } = Changed.safeParse(message);
      if (success) {
        this.#tellOwn(data.buildingId);
      }
    });
    this.#ignoreNews = bus && news.on("lists", () => this.#tellAllSoon());
    this.#whileAlone =
      bus &&
      setInterval(() => {
        // One that refused its list has a time of its own.
        for (const told of bus.isAway ? this.#lines.values() : []) {
          if (told.retry === undefined) {
            this.#tell(told);
          }
        }
      }, ALONE_MS);
  }

  /** Nothing more is told; what a controller keeps of a page that is on its way, it says at its next sign-in. */
  async stop(): Promise<void> {
    this.#ignoreNews?.();
    clearTimeout(this.#soon);
    clearInterval(this.#whileAlone);
    const lines = [...this.#lines.values()];
    this.#lines.clear();
    for (const told of lines) {
      clearTimeout(told.retry);
      told.abandon();
    }
    await Promise.all(this.#underway);
  }

  /** A building's controller signed in: it is told what it lacks. An older line of it does not count any more. */
  async signedIn(line: SignedInLine): Promise<void> {
    const told: Told = {
      line,
      kept: line.access,
      hasNews: false,
      isTelling: false,
      abandon: () => undefined,
      retry: undefined,
    };
    this.#lines.set(line.controllerId, told);
    void line.ended.then(() => {
      if (this.#counts(told)) {
        this.#lines.delete(line.controllerId);
      }
      clearTimeout(told.retry);
      told.abandon();
    });
    await this.#sender.noteAccess(line.controllerId, line.access);
    this.#tell(told);
  }

  /** A building's list is another one now: each of its controllers is told. */
  tell(buildingId: string): void {
    const { bus, db, log } = this.#services;
    if (bus?.say(CHANNEL, { buildingId } satisfies z.input<typeof Changed>) === false) {
      // A card that was taken away must not open for as long as Redis is away: the database tells the others.
      tellOfWork(db, "lists").catch((error: unknown) =>
        log.error({ err: error, buildingId }, "other processes were not told of an access list"),
      );
    }
    this.#tellOwn(buildingId);
  }

  #tellAllSoon(): void {
    this.#soon ??= setTimeout(() => {
      this.#soon = undefined;
      this.tellAll();
    }, SOON_MS);
  }

  /** Every controller of this process: what other processes said may not have been heard. */
  tellAll(): void {
    for (const told of this.#lines.values()) {
      this.#tell(told);
    }
  }

  #tellOwn(buildingId: string): void {
    for (const told of this.#lines.values()) {
      if (told.line.buildingId === buildingId) {
        this.#tell(told);
      }
    }
  }

  #tell(told: Told): void {
    const { buildingId } = told.line;
    told.hasNews = true;
    if (!told.isTelling) {
      told.isTelling = true;
      const telling = this.#tellAll(told)
        // What was not told comes with the next change, or the next sign-in.
        .catch((error: unknown) =>
          this.#services.log.error({ err: error, buildingId }, "an access list was not told"),
        )
        .finally(() => {
          told.isTelling = false;
          this.#underway.delete(telling);
        });
      this.#underway.add(telling);
    }
  }

  async #tellAll(told: Told): Promise<void> {
    const { buildingId, controllerId } = told.line;
    while (told.hasNews && this.#counts(told)) {
      told.hasNews = false;
      if (!(await this.#tellWhatIsNew(told)) && this.#counts(told)) {
        this.#services.log.warn({ buildingId, controllerId }, "a controller does not take its access list");
        clearTimeout(told.retry);
        told.retry = setTimeout(() => {
          told.retry = undefined;
          this.#tell(told);
        }, RETRY_MS).unref();
      }
    }
  }

  /** @returns false when it refused again and again */
  async #tellWhatIsNew(told: Told): Promise<boolean> {
    const { buildingId, controllerId } = told.line;
    for (let refusals = 0; refusals < REFUSALS; ) {
      const { knowsPasses: hasPasses } = told.line;
      const how = { isWhole: refusals > 0, hasPasses };
      const page = await nextPage(this.#services, buildingId, told.kept, how);
      if (!page || !this.#counts(told)) {
        return true;
      }
      const answer = await this.#send(told, page);
      if (answer === "offline") {
        return true;
      }
      // An answer that was lost is asked for again by the same page.
      if (answer === "no-answer") {
        continue;
      }
      refusals = answer.outcome === "refused" ? refusals + 1 : 0;
      told.kept = answer.kept;
      await this.#sender.noteAccess(controllerId, answer.kept);
    }
    return false;
  }

  /** A line that ended is waited for no longer than that. */
  #send(told: Told, page: AccessPage): ReturnType<ListSender["sendAccessPage"]> {
    return new Promise((resolve, reject) => {
      told.abandon = () => resolve("offline");
      this.#sender.sendAccessPage(told.line.socketId, page).then(resolve, reject);
    });
  }

  #counts = (told: Told): boolean => this.#lines.get(told.line.controllerId) === told;
}
