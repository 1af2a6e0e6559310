import { createHash, createPublicKey, verify } from "node:crypto";
import {
  AccessEntry,
  type AccessPage,
  type AccessPageAnswer,
  AccessPageBody,
  accessPageText,
  combineDigests,
  entryText,
  type KeptAccess,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import {
  type AccessOutcome,
  type Circumstances,
  type DoorMode,
  decide,
  type Span,
} from "@umbral/contract/access-control/decision";
import type { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import { decidePass } from "@umbral/contract/passes/pass-at-door";

/** Who was let in or not, and who that is as far as the list knows. */
export interface Verdict {
  outcome: AccessOutcome;
  cardId: string | null;
  holderId: string | null;
  passId?: string;
  isEntry?: boolean;
}

const NORMAL: DoorMode = { lockedUntil: null, freeUntil: null, freeHours: null };

/** A controller's access list in memory alone: signed pages are taken as a real one takes them, and nothing is kept on a disk. */
export class LightList {
  #key: ControllerKey | undefined;
  #kept: KeptAccess | null = null;
  #digest = NO_ENTRIES;
  readonly #entries = new Map<string, string>();
  readonly #waiting = new Set<() => void>();
  readonly #clock: LocalClock;

  constructor(timeZone: string) {
    this.#clock = new LocalClock(timeZone);
  }

  get kept(): KeptAccess | null {
    return this.#kept;
  }

  hearKey(key: ControllerKey): void {
    this.#key = key;
  }

  /** Takes a page that the server signed and that follows on what is kept; refuses any other and stays as it was. */
  take(page: AccessPage): AccessPageAnswer {
    const body = AccessPageBody.parse(JSON.parse(page.body));
    const isNext = body.from === 0 || (body.epoch === this.#kept?.epoch && body.from === this.#kept.number);
    if (!isNext || !this.#hasSigned(page)) {
      return { outcome: "refused", kept: this.#kept };
    }
    if (body.from === 0) {
      this.#entries.clear();
      this.#digest = NO_ENTRIES;
    }
    for (const { key, body: entry } of body.entries) {
      this.#put(key, entry);
    }
    this.#kept = { epoch: body.epoch, number: body.to, digest: this.#digest };
    for (const look of [...this.#waiting]) {
      look();
    }
    return { outcome: "kept", kept: this.#kept };
  }

  has(key: string): boolean {
    return this.#entries.has(key);
  }

  /**
   * Resolves as soon as an entry of this key stands in the list.
   * @throws when it does not within `ms`
   */
  async until(key: string, ms: number): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const end = (finish: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(look);
        finish();
      };
      const look = () => {
        if (this.has(key)) {
          end(resolve);
        }
      };
      const timer = setTimeout(() => end(() => reject(new Error("not in the list in time"))), ms);
      this.#waiting.add(look);
      look();
    });
  }

  /** Who comes in at this door by this card. */
  judgeCard(tag: string, doorId: string, now: number): Verdict {
    const card = this.#find("card", `card:${tag}`);
    const holder = card && this.#find("holder", `holder:${card.holderId}`);
    const decision = decide(
      {
        doorId,
        credential: card && { kind: "card", state: card.state, ...spanOf(card) },
        isHolderSuspended: holder?.isSuspended ?? false,
        reaches: (holder?.areas ?? []).flatMap(({ areaId, ...span }) => {
          const area = this.#find("area", `area:${areaId}`);
          return area
            ? [{ ...area, ...spanOf(span), doors: new Set(area.doorIds), schedule: this.#hours(area) }]
            : [];
        }),
        mode: NORMAL,
      },
      this.#here(now),
    );
    return {
      outcome: decision.outcome === "granted" ? "granted" : decision.reason,
      cardId: card?.id ?? null,
      holderId: card?.holderId ?? null,
    };
  }

  /** Who comes in at this door by the code of a pass. Passes with a number are counted elsewhere. */
  judgePass(digest: string, doorId: string, now: number): Verdict {
    const pass = this.#find("pass", `pass:${digest}`);
    const way = pass && this.#find("way", `way:${pass.wayId}`);
    const decision = decidePass(
      {
        pass: pass && {
          from: Date.parse(pass.from),
          until: Date.parse(pass.until),
          hours: pass.hours,
          entries: pass.entries,
          entered: pass.used,
        },
        place: way?.perimeter.includes(doorId) ? "perimeter" : way?.inner.includes(doorId) ? "inner" : null,
        mode: NORMAL,
        mayCount: false,
        enteredAt: null,
      },
      this.#here(now),
    );
    const nobody = { cardId: null, holderId: null, ...(pass ? { passId: pass.id } : {}) };
    return decision.outcome === "granted"
      ? { outcome: "granted", ...nobody, isEntry: decision.isEntry }
      : { outcome: decision.reason, ...nobody, isEntry: false };
  }

  #hours({ scheduleId }: { scheduleId: string | null }) {
    const schedule = scheduleId === null ? null : this.#find("schedule", `schedule:${scheduleId}`);
    return schedule === undefined ? { hours: [], onHolidays: { kind: "closed" as const } } : schedule;
  }

  #here(now: number): Circumstances {
    return {
      now,
      local: this.#clock.read(new Date(now)),
      isHoliday: (day) => this.has(`holiday:${day}`),
      isClockTrusted: true,
      notBefore: now,
      isOfflineTooLong: false,
    };
  }

  #find<Kind extends AccessEntry["kind"]>(
    kind: Kind,
    key: string,
  ): Extract<AccessEntry, { kind: Kind }> | undefined {
    const body = this.#entries.get(key);
    const entry = body === undefined ? undefined : AccessEntry.parse(JSON.parse(body));
    return entry && isOfKind(entry, kind) ? entry : undefined;
  }

  #hasSigned({ body, signature }: AccessPage): boolean {
    return (
      this.#key !== undefined &&
      verify(
        null,
        Buffer.from(accessPageText(body)),
        createPublicKey({ key: this.#key, format: "jwk" }),
        Buffer.from(signature, "base64url"),
      )
    );
  }

  #put(key: string, body: string | null): void {
    const before = this.#entries.get(key);
    if (before !== undefined) {
      this.#digest = combineDigests(this.#digest, digestOf(key, before));
      this.#entries.delete(key);
    }
    if (body !== null) {
      this.#digest = combineDigests(this.#digest, digestOf(key, body));
      this.#entries.set(key, body);
    }
  }
}

const digestOf = (key: string, body: string): string =>
  createHash("sha256").update(entryText(key, body)).digest("hex");

const spanOf = ({ from, until }: { from: string | null; until: string | null }): Span => ({
  from: from === null ? null : Date.parse(from),
  until: until === null ? null : Date.parse(until),
});

function isOfKind<Kind extends AccessEntry["kind"]>(
  entry: AccessEntry,
  kind: Kind,
): entry is Extract<AccessEntry, { kind: Kind }> {
  return entry.kind === kind;
}
