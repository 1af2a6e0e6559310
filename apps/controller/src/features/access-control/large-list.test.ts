import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { AccessPages, newArea } from "../../../testing/access-pages.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore } from "../../../testing/store.ts";
import { silentLog } from "../../platform/log.ts";
import { AccessKey } from "./access-key.ts";
import { AccessList } from "./access-list.ts";

it("finds every card of a list that is larger than what it holds in memory, and what changed in it", () => {
  const store = newStore();
  const pages = new AccessPages(randomUUID());
  const key = new AccessKey(store, silentLog);
  key.hear(pages.key);
  const start = () => {
    const parts = { store, key, buildingId: () => pages.buildingId, clock: new FakeClock(), log: silentLog };
    const list = new AccessList(parts);
    list.start();
    return list;
  };
  const area = newArea([randomUUID()]);
  pages.put(area);
  const cards = Array.from({ length: 10_500 }, (_, index) =>
    pages.giveCard(`04${index.toString().padStart(8, "0")}`, area.id),
  );
  const list = start();
  for (let from = 0; from < pages.number; from += 2000) {
    expect(list.take(pages.page(from, Math.min(pages.number, from + 2000)))).toMatchObject({
      outcome: "kept",
    });
  }
  for (const known of [list, start()]) {
    // More than it holds, so that the first are read anew.
    for (const { card, holder } of [...cards, ...cards.slice(0, 100)]) {
      expect([known.find("card", card.tag)?.id, known.find("holder", holder.id)?.id]).toEqual([
        card.id,
        holder.id,
      ]);
    }
    expect(known.find("card", "04FFFFFFFF")).toBeUndefined();
  }
  const [first] = cards;
  const before = pages.number;
  if (first) {
    pages.put({ ...first.card, state: "lost" });
  }
  list.take(pages.page(before));
  expect(list.find("card", first?.card.tag)?.state).toBe("lost");
});
