import { createHash } from "node:crypto";
import {
  AccessEntry,
  type AccessPage,
  type AccessPageAnswer,
  AccessPageBody,
  combineDigests,
  entryText,
  type KeptAccess,
  keyOfEntry,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import { z } from "zod";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import type { AccessKey } from "./access-key.ts";
import { accessListQueries } from "./access-list.queries.ts";
import { type PagePlace, placeOfPage } from "./page-rules.ts";

/** Entries held in memory, some 10 MB of them: most buildings whole. Of a larger list those that were asked for last. */
const IN_MEMORY = 20_000;
/** What is left of an earlier list is removed in small parts: a card at a reader waits for none of it. */
const REMOVED_AT_ONCE = 500;
const REMOVE_EVERY_MS = 50;

const Kept = z.object({
  list: z.number().int(),
  epoch: z.number().int(),
  number: z.number().int(),
  digest: z.string(),
});
/** A list and its place on the disk. */
type Kept = z.infer<typeof Kept>;
type Change = AccessPageBody["entries"][number];

type Place = Exclude<PagePlace, object | "known">;

class PageRefused extends Error {}

/**
 * Who may come in, as the server said it in signed pages, on the disk. A whole list that arrives in several pages stands
 * beside the one that is kept until its last page is there; whatever ends the process before leaves the old one.
 */
export class AccessList {
  readonly #parts: { store: Store; key: AccessKey; buildingId: () => string; clock: Clock; log: Log };
  readonly #queries;
  readonly #inMemory = new Map<string, string>();
  /** What the server changed and the disk did not take: nobody comes in by a card that was taken from them. */
  readonly #unwritten = new Map<string, string | null>();
  /** Every entry is in memory: what is not there does not exist. */
  #isWhole = false;
  #kept: Kept | undefined;
  #arriving: Kept | undefined;
  #lastList = 0;
  #cancelRemoving: Cancel | undefined;
  #onChange: (entry: AccessEntry) => void = () => undefined;
  #onWhole: () => void = () => undefined;

  constructor(parts: { store: Store; key: AccessKey; buildingId: () => string; clock: Clock; log: Log }) {
    this.#parts = parts;
    const { store } = parts;
    const Body = z.object({ body: z.string() });
    const List = z.object({ list: z.number().int() });
    this.#queries = {
      readKept: store.query(accessListQueries.readKept, Kept),
      writeKept: store.command(accessListQueries.writeKept),
      lastList: store.query(accessListQueries.lastList, List),
      entry: store.query(accessListQueries.entry, Body),
      countUpTo: store.query(accessListQueries.countUpTo, z.object({ count: z.number() })),
      all: store.query(accessListQueries.all, Body.extend({ key: z.string() })),
      passes: store.query(accessListQueries.passes, Body),
      cardsAfter: store.query(accessListQueries.cardsAfter, z.object({ key: z.string() })),
      write: store.command(accessListQueries.write),
      remove: store.command(accessListQueries.remove),
      listAfter: store.query(accessListQueries.listAfter, List),
      removeSome: store.command(accessListQueries.removeSome),
    };
  }

  start(): void {
    try {
      this.#kept = this.#queries.readKept.get();
      this.#lastList = this.#queries.lastList.get()?.list ?? 0;
      this.#fillMemory();
    } catch (error) {
      this.#parts.log.error({ err: error }, "the access list cannot be read: nobody comes in by it");
    }
    this.#removeLater();
  }

  /** Calls this with every entry that changes in the list that is kept, once it is on the disk; not with those of a new whole one. */
  onChange(heard: (entry: AccessEntry) => void): void {
    this.#onChange = heard;
  }

  /** Calls this once a new whole list is the one that is kept. */
  onWhole(heard: () => void): void {
    this.#onWhole = heard;
  }

  stop(): void {
    this.#cancelRemoving?.();
    this.#cancelRemoving = undefined;
  }

  /** The list by which it is decided now. */
  get kept(): KeptAccess | null {
    return this.#kept ? versionOf(this.#kept) : null;
  }

  /** A new line: the server begins with what is kept, so a list that was arriving will not go on. */
  onSignedIn(): void {
    this.#arriving = undefined;
    this.#removeLater();
  }

  /** Keeps a page, or refuses it and stays as it was. The answer says where the next page begins. */
  take(page: AccessPage): AccessPageAnswer {
    const { log } = this.#parts;
    try {
      this.#takeOrThrow(page);
    } catch (error) {
      const why = error instanceof PageRefused ? { why: error.message } : { err: error };
      log.error(why, "a page of the access list is refused; the list stays as it was");
      return { outcome: "refused", kept: this.#answered() };
    }
    return { outcome: "kept", kept: this.#answered() };
  }

  /** The entry of this key and kind. One that cannot be read is none: nobody comes in by it. */
  find<Kind extends AccessEntry["kind"]>(
    kind: Kind,
    id = "",
  ): Extract<AccessEntry, { kind: Kind }> | undefined {
    try {
      const body = this.#bodyOf(kind === "building" || kind === "pins" ? kind : `${kind}:${id}`);
      const entry = body === undefined ? undefined : AccessEntry.parse(JSON.parse(body));
      return entry && isOfKind(entry, kind) ? entry : undefined;
    } catch (error) {
      this.#parts.log.error({ err: error, kind }, "an entry of the access list cannot be read");
      return undefined;
    }
  }

  /** Tags of cards in their order, from after this one: for whoever goes through all of them in parts. */
  tagsAfter(tag: string, most: number): string[] {
    const list = this.#kept?.list;
    return list === undefined
      ? []
      : this.#queries.cardsAfter.all(list, `card:${tag}`, most).map(({ key }) => key.slice("card:".length));
  }

  /** All passes of the list that is kept, as they are on the disk. */
  passes(): Extract<AccessEntry, { kind: "pass" }>[] {
    const list = this.#kept?.list;
    const bodies = list === undefined ? [] : this.#queries.passes.all(list);
    return bodies
      .map(({ body }) => AccessEntry.parse(JSON.parse(body)))
      .filter((entry) => isOfKind(entry, "pass"));
  }

  #takeOrThrow(page: AccessPage): void {
    const { key, store, buildingId } = this.#parts;
    if (!key.hasSigned(page)) {
      throw new PageRefused("not signed by the key of this controller's server");
    }
    const body = AccessPageBody.parse(JSON.parse(page.body));
    const place = placeOfPage(body, {
      buildingId: buildingId(),
      kept: this.#kept,
      arriving: this.#arriving,
    });
    if (typeof place === "object") {
      throw new PageRefused(place.refused);
    }
    if (place === "known") {
      return;
    }
    const entries = readEntries(body.entries);
    const isLast = body.to === body.head;
    const before = this.#before(place, body.epoch);
    const after = this.#onDisk(place, body, () =>
      store.transaction(() => {
        const digest = this.#write(before, body.entries);
        if (isLast && digest !== body.digest) {
          throw new PageRefused("another digest than the server's");
        }
        const changed = { list: before.list, epoch: body.epoch, number: body.to, digest };
        if (isLast || place === "changes-kept") {
          this.#queries.writeKept.run(changed.list, changed.epoch, changed.number, changed.digest);
        }
        return changed;
      }),
    );
    this.#lastList = Math.max(this.#lastList, after.list);
    if (place !== "changes-kept" && !isLast) {
      this.#arriving = after;
      return;
    }
    this.#kept = after;
    this.#arriving = undefined;
    this.#unwritten.clear();
    if (place === "changes-kept") {
      this.#changeMemory(body.entries);
      this.#tell(() => {
        for (const entry of entries) {
          this.#onChange(entry);
        }
      });
    } else {
      this.#fillMemory();
      this.#tell(this.#onWhole);
    }
    this.#removeLater();
  }

  /** A disk that takes nothing: a change holds from memory, and the server is told that it is not kept yet. */
  #onDisk(place: Place, { entries }: AccessPageBody, write: () => Kept): Kept {
    try {
      return write();
    } catch (error) {
      if (place === "changes-kept" && !(error instanceof PageRefused)) {
        for (const { key, body } of entries) {
          this.#unwritten.set(key, body);
        }
      }
      throw error;
    }
  }

  /** What the entries of this page are written into. */
  #before(place: Place, epoch: number): Kept {
    const found =
      place === "continues-list" ? this.#arriving : place === "changes-kept" ? this.#kept : undefined;
    return found ?? { list: this.#newList(), epoch, number: 0, digest: NO_ENTRIES };
  }

  /** Beside all others, also those that are still being removed. */
  #newList(): number {
    return Math.max(this.#lastList, this.#kept?.list ?? 0) + 1;
  }

  /** @returns the digest of the list with these entries in it */
  #write({ list, digest }: Kept, entries: readonly Change[]): string {
    const changed = Buffer.alloc(32);
    for (const { key, body } of entries) {
      const old = this.#queries.entry.get(list, key);
      if (old) {
        mix(changed, key, old.body);
      }
      if (body === null) {
        this.#queries.remove.run(list, key);
      } else {
        mix(changed, key, body);
        this.#queries.write.run(list, key, body);
      }
    }
    return combineDigests(digest, changed.toString("hex"));
  }

  #answered(): KeptAccess | null {
    return this.#arriving ? versionOf(this.#arriving) : this.kept;
  }

  #bodyOf(key: string): string | undefined {
    const unwritten = this.#unwritten.get(key);
    if (unwritten !== undefined) {
      return unwritten ?? undefined;
    }
    const known = this.#inMemory.get(key);
    if (known !== undefined || this.#isWhole || !this.#kept) {
      return known;
    }
    const body = this.#queries.entry.get(this.#kept.list, key)?.body;
    if (body !== undefined) {
      this.#remember(key, body);
    }
    return body;
  }

  #remember(key: string, body: string): void {
    // The oldest goes: what was asked for in between stands in the map where it did.
    const [oldest] = this.#inMemory.size >= IN_MEMORY ? this.#inMemory.keys() : [];
    if (oldest !== undefined) {
      this.#inMemory.delete(oldest);
    }
    this.#inMemory.set(key, body);
  }

  #fillMemory(): void {
    // Before it is read: where the disk fails in the middle, what is not in memory is looked for there.
    this.#isWhole = false;
    this.#inMemory.clear();
    const list = this.#kept?.list;
    const count = list === undefined ? 0 : (this.#queries.countUpTo.get(list, IN_MEMORY + 1)?.count ?? 0);
    this.#isWhole = count <= IN_MEMORY;
    if (list !== undefined && this.#isWhole) {
      for (const { key, body } of this.#queries.all.all(list)) {
        this.#inMemory.set(key, body);
      }
    }
  }

  #changeMemory(entries: readonly Change[]): void {
    for (const { key, body } of entries) {
      this.#inMemory.delete(key);
      if (body !== null && this.#isWhole) {
        this.#inMemory.set(key, body);
      }
    }
    if (this.#inMemory.size > IN_MEMORY) {
      this.#fillMemory();
    }
  }

  #tell(say: () => void): void {
    try {
      say();
    } catch (error) {
      // The list holds all the same.
      this.#parts.log.error({ err: error }, "what the access list changed could not be told");
    }
  }

  #removeLater(): void {
    this.#cancelRemoving ??= this.#parts.clock.after(REMOVE_EVERY_MS, () => {
      this.#cancelRemoving = undefined;
      try {
        this.#removeSome();
      } catch (error) {
        // A disk that takes nothing now. What is left behind is in nobody's way.
        this.#parts.log.warn({ err: error }, "an earlier access list could not be removed");
      }
    });
  }

  #removeSome(): void {
    let found = this.#queries.listAfter.get(0);
    while (found && (found.list === this.#kept?.list || found.list === this.#arriving?.list)) {
      found = this.#queries.listAfter.get(found.list);
    }
    if (found) {
      this.#queries.removeSome.run(found.list, found.list, REMOVED_AT_ONCE);
      this.#removeLater();
    }
  }
}

const versionOf = ({ epoch, number, digest }: Kept): KeptAccess => ({ epoch, number, digest });

/** Those that are not gone. */
function readEntries(entries: readonly Change[]): AccessEntry[] {
  return entries.flatMap(({ key, body }) => {
    if (body === null) {
      return [];
    }
    const entry = AccessEntry.parse(JSON.parse(body));
    if (keyOfEntry(entry) !== key) {
      throw new PageRefused("an entry under another's key");
    }
    return [entry];
  });
}

/** Adds an entry's digest to others, or takes it away again. */
function mix(into: Buffer, key: string, body: string): void {
  const digest = createHash("sha256").update(entryText(key, body)).digest();
  for (let at = 0; at < into.length; at += 1) {
    into[at] = (into[at] ?? 0) ^ (digest[at] ?? 0);
  }
}

function isOfKind<Kind extends AccessEntry["kind"]>(
  entry: AccessEntry,
  kind: Kind,
): entry is Extract<AccessEntry, { kind: Kind }> {
  return entry.kind === kind;
}
