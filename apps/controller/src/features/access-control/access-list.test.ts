import { generateKeyPairSync, randomUUID } from "node:crypto";
import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { AccessPages, newArea } from "../../../testing/access-pages.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { silentLog } from "../../platform/log.ts";
import { AccessKey } from "./access-key.ts";
import { accessListQueries } from "./access-list.queries.ts";
import { AccessList } from "./access-list.ts";

function setUp() {
  const store = newStore();
  const clock = new FakeClock();
  const pages = new AccessPages(randomUUID());
  const key = new AccessKey(store, silentLog);
  key.hear(pages.key);
  const start = () => {
    const list = new AccessList({
      store,
      key: new AccessKey(store, silentLog),
      buildingId: () => pages.buildingId,
      clock,
      log: silentLog,
    });
    list.start();
    return list;
  };
  const area = newArea([randomUUID()]);
  pages.put({ kind: "building", offlineDays: 30 }, area);
  const { holder, card } = pages.giveCard("04A1B2C3", area.id);
  return { store, clock, pages, key, start, area, holder, card };
}

const COUNT_LISTS = "select count(distinct list) as count from access_entries";
const Count = z.object({ count: z.number() });

const has = (list: AccessList, tag: string): boolean => list.find("card", tag) !== undefined;

describe("an access list", () => {
  it("is kept, and is there for the next process", () => {
    const { pages, start, card, holder, area } = setUp();
    const list = start();
    expect(list.kept).toBeNull();
    expect(list.take(pages.page())).toEqual({ outcome: "kept", kept: pages.version });
    for (const known of [list, start()]) {
      expect(known.kept).toEqual(pages.version);
      expect(known.find("card", card.tag)).toEqual(card);
      expect(known.find("holder", holder.id)).toEqual(holder);
      expect(known.find("area", area.id)).toEqual(area);
      expect(known.find("building")).toEqual({ kind: "building", offlineDays: 30 });
      expect(known.find("holiday", "2026-12-25")).toBeUndefined();
    }
  });

  it("changes by what changed: a card more, one less", () => {
    const { pages, start, card, area } = setUp();
    const list = start();
    list.take(pages.page());
    const before = pages.number;
    const { card: more } = pages.giveCard("BEEF", area.id);
    pages.remove(card);
    expect(list.take(pages.page(before))).toEqual({ outcome: "kept", kept: pages.version });
    for (const known of [list, start()]) {
      expect([has(known, card.tag), has(known, more.tag)]).toEqual([false, true]);
    }
  });

  it("in several pages takes the old one's place with its last page, and not before", async () => {
    const { pages, start, card, area, clock, store } = setUp();
    const list = start();
    list.take(pages.page());
    const old = pages.version;
    pages.epoch += 1;
    pages.remove(card);
    const { card: more } = pages.giveCard("BEEF", area.id);
    const middle = pages.number - 1;
    // The next one begins where this one ends.
    expect(list.take(pages.page(0, middle))).toMatchObject({ outcome: "kept", kept: { number: middle } });
    expect([has(list, card.tag), list.kept]).toEqual([true, old]);
    // A power cut now leaves the old one whole.
    const afterCut = start();
    expect([has(afterCut, card.tag), has(afterCut, more.tag), afterCut.kept]).toEqual([true, false, old]);
    afterCut.stop();
    expect(list.take(pages.page(middle))).toEqual({ outcome: "kept", kept: pages.version });
    for (const known of [list, start()]) {
      expect([has(known, card.tag), has(known, more.tag), known.kept]).toEqual([false, true, pages.version]);
    }
    await clock.push(10_000);
    expect(clock.pending).toBe(0);
    expect(store.query(COUNT_LISTS, Count).get()).toEqual({ count: 1 });
  });

  it("is read from the disk where that failed while a new one was taken into memory", () => {
    const { store, pages, start, card } = setUp();
    let isFailing = false;
    const query = store.query.bind(store);
    vi.spyOn(store, "query").mockImplementation((sql, row) => {
      const made = query(sql, row);
      return {
        ...made,
        get: (...values) => {
          if (isFailing && sql === accessListQueries.countUpTo) {
            throw new Error("SQLITE_IOERR");
          }
          return made.get(...values);
        },
      };
    });
    const list = start();
    list.take(pages.page());
    pages.epoch += 1;
    isFailing = true;
    list.take(pages.page());
    expect([list.kept, has(list, card.tag)]).toEqual([pages.version, true]);
  });

  it("that was arriving does not go on after a new line", () => {
    const { pages, start } = setUp();
    const list = start();
    list.take(pages.page(0, 2));
    list.onSignedIn();
    expect(list.take(pages.page(2))).toEqual({ outcome: "refused", kept: null });
    expect(list.take(pages.page())).toMatchObject({ outcome: "kept" });
  });

  it("has whatever came of it in the end, in pages of any size and again after a wrong one", () => {
    const { pages, start, area } = setUp();
    for (let count = 0; count < 40; count += 1) {
      pages.giveCard(`04A2${count.toString().padStart(4, "0")}`, area.id);
    }
    const list = start();
    let from = 0;
    while (from < pages.number) {
      const to = Math.min(pages.number, from + 7);
      expect(list.take(pages.page(from, to))).toMatchObject({ outcome: "kept", kept: { number: to } });
      // The same again, because its answer was lost; and one out of turn, which says where to go on.
      if (from > 0) {
        expect(list.take(pages.page(from, to))).toMatchObject({ outcome: "kept", kept: { number: to } });
        expect(list.take(pages.page(from, from + 1))).toMatchObject({
          outcome: "refused",
          kept: { number: to },
        });
      }
      from = to;
    }
    expect(list.kept).toEqual(pages.version);
  });
});

describe("a page is refused, and the list stays as it was,", () => {
  const pagesOf = (what: (given: ReturnType<typeof setUp>) => ReturnType<AccessPages["page"]>) => {
    const given = setUp();
    const list = given.start();
    list.take(given.pages.page());
    const kept = list.kept;
    const page = what(given);
    expect(list.take(page)).toEqual({ outcome: "refused", kept });
    expect([list.kept, has(list, given.card.tag)]).toEqual([kept, true]);
    expect(has(given.start(), given.card.tag)).toBe(true);
  };
  const signed = (pages: AccessPages, change: object) =>
    pages.sign(JSON.stringify({ ...pages.bodyOf(pages.number), ...change }));

  it("when another key signed it, or nobody", () => {
    pagesOf(({ pages, card }) => {
      pages.remove(card);
      const { body } = pages.page();
      return pages.sign(body, generateKeyPairSync("ed25519").privateKey);
    });
    pagesOf(({ pages, card }) => {
      pages.remove(card);
      return { ...pages.page(), signature: "" };
    });
  });

  it("when something in it was changed on its way", () => {
    pagesOf(({ pages, card, area }) => {
      pages.remove(card);
      pages.giveCard("BEEF", area.id);
      const page = pages.page();
      return { ...page, body: page.body.replace("BEEF", "BEAD") };
    });
  });

  it("when it is of another building", () => {
    pagesOf(({ pages }) => signed(pages, { buildingId: randomUUID() }));
  });

  it("when it is older than what is kept", () => {
    pagesOf(({ pages }) => signed(pages, { epoch: 999, from: 0, to: 0, head: 0, digest: "0".repeat(64) }));
    pagesOf(({ pages }) => signed(pages, { from: 0, to: 1, head: 1, digest: "0".repeat(64) }));
  });

  it("when something is missing before it", () => {
    pagesOf(({ pages, card }) => {
      pages.put({ kind: "holiday", day: "2026-12-25" });
      pages.remove(card);
      return pages.page(pages.number - 1);
    });
    pagesOf(({ pages }) => signed(pages, { epoch: 1001 }));
  });

  it("when the list with it is not the server's", () => {
    pagesOf(({ pages }) => signed(pages, { digest: "f".repeat(64) }));
  });

  it("when something in it is no entry, or stands under another's name", () => {
    pagesOf(({ pages, card }) => {
      pages.remove(card);
      return signed(pages, { entries: [{ key: "card:04A1B2C3", body: "{}" }] });
    });
    pagesOf(({ pages, card }) => {
      pages.remove(card);
      const body = JSON.stringify({ kind: "holiday", day: "2026-12-25" } satisfies AccessEntry);
      return signed(pages, { entries: [{ key: "card:04A1B2C3", body }] });
    });
    pagesOf(({ pages }) => pages.sign("this is no JSON"));
  });
});

it("a card that is taken away opens nothing from then on, also while the disk takes nothing", () => {
  const { store, pages, start, card, area } = setUp();
  const list = start();
  list.take(pages.page());
  const kept = pages.version;
  pages.remove(card);
  const { card: more } = pages.giveCard("BEEF", area.id);
  refuseWrites(store);
  // Not kept, so that the server says it again.
  expect(list.take(pages.page(kept.number))).toEqual({ outcome: "refused", kept });
  expect([has(list, card.tag), has(list, more.tag)]).toEqual([false, true]);
  takeWrites(store);
  expect(list.take(pages.page(kept.number))).toEqual({ outcome: "kept", kept: pages.version });
  expect([has(list, card.tag), has(list, more.tag), has(start(), card.tag)]).toEqual([false, true, false]);
});

it("believes the first key that it hears, and no other one after it", () => {
  const { pages, key, start, card } = setUp();
  const list = start();
  const other = new AccessPages(pages.buildingId);
  key.hear(other.key);
  expect(list.take(other.page())).toMatchObject({ outcome: "refused" });
  expect(list.take(pages.page())).toMatchObject({ outcome: "kept" });
  expect(has(list, card.tag)).toBe(true);
});
