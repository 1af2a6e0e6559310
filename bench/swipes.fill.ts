import { createHash, createPrivateKey, createPublicKey, randomUUID, sign } from "node:crypto";
import { join } from "node:path";
import {
  type AccessEntry,
  accessPageText,
  combineDigests,
  entryText,
  keyOfEntry,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import { AccessKey, pinAccessKey } from "../apps/controller/src/features/access-control/access-key.ts";
import { AccessList } from "../apps/controller/src/features/access-control/access-list.ts";
import { ConfigurationKeeper } from "../apps/controller/src/features/controllers/configuration.ts";
import { keepRegistration } from "../apps/controller/src/features/controllers/registration.ts";
import { systemClock } from "../apps/controller/src/platform/clock.ts";
import { newKeyText } from "../apps/controller/src/platform/key-store.ts";
import { silentLog } from "../apps/controller/src/platform/log.ts";
import { openStore, type Store } from "../apps/controller/src/platform/store.ts";
import { newArea } from "../apps/controller/testing/access-pages.ts";
import { newConfiguration, newDoor } from "../apps/controller/testing/configuration.ts";
import { CARDS, DOORS, type Filled, tagOf } from "./swipes.cards.ts";

/*
 * A controller's folder with its list, made in a process of its own: the store is locked for as long as that lives.
 * swipes.fill.ts FOLDER SWIPES
 */

const CARDS_A_HOLDER = 2;
const PAGE = 2000;

/** The list arrives as it does from a server: in signed pages. */
function fillList(store: Store, buildingId: string, doorIds: string[]): void {
  const privateKey = createPrivateKey(newKeyText());
  pinAccessKey(store, ControllerKey.parse(createPublicKey(privateKey).export({ format: "jwk" })));
  const key = new AccessKey(store, silentLog);
  const list = new AccessList({
    store,
    key,
    buildingId: () => buildingId,
    clock: systemClock(),
    log: silentLog,
  });
  list.start();
  const entries = [...entriesOf(doorIds)].map((entry) => ({
    key: keyOfEntry(entry),
    body: JSON.stringify(entry),
  }));
  const digest = entries.reduce(
    (sum, { key: of, body }) =>
      combineDigests(sum, createHash("sha256").update(entryText(of, body)).digest("hex")),
    NO_ENTRIES,
  );
  for (let from = 0; from < entries.length; from += PAGE) {
    const to = Math.min(entries.length, from + PAGE);
    const page = {
      buildingId,
      epoch: 1,
      from,
      to,
      head: entries.length,
      digest,
      entries: entries.slice(from, to),
    };
    const body = JSON.stringify(page);
    const signature = sign(null, Buffer.from(accessPageText(body)), privateKey).toString("base64url");
    if (list.take({ body, signature }).outcome !== "kept") {
      throw new Error(`the page from ${from} was refused`);
    }
  }
  list.stop();
}

function* entriesOf(doorIds: string[]): Generator<AccessEntry> {
  const span = { from: null, until: null };
  const home = newArea(doorIds);
  yield home;
  yield { kind: "building", offlineDays: 30 };
  let holderId = "";
  for (let index = 0; index < CARDS; index += 1) {
    if (index % CARDS_A_HOLDER === 0) {
      holderId = randomUUID();
      yield { kind: "holder", id: holderId, isSuspended: false, areas: [{ areaId: home.id, ...span }] };
    }
    yield { kind: "card", id: randomUUID(), tag: tagOf(index), holderId, state: "active", ...span };
  }
}

/** One read by key and one synced write, in a store of the same kind. */
function bareSwipes(store: Store, many: number): number[] {
  const write = store.command("insert into access_entries (list, key, body) values (?, ?, ?)");
  const read = store.query(
    "select body from access_entries where list = ? and key = ?",
    z.object({ body: z.string() }),
  );
  const took: number[] = [];
  for (let turn = 0; turn < many; turn += 1) {
    const began = performance.now();
    read.get(1, `card:${tagOf(turn - 1)}`);
    write.run(1, `card:${tagOf(turn)}`, "{}");
    took.push(performance.now() - began);
  }
  store.close();
  return took;
}

const [folder = "", many = "0"] = process.argv.slice(2);
const began = performance.now();
const buildingId = randomUUID();
const doors = Array.from({ length: DOORS }, (_, index) => newDoor({ localId: String(index), pulseMs: 100 }));
const doorIds = doors.map(({ id }) => id);
const store = openStore(folder, silentLog);
keepRegistration(store, { controllerId: randomUUID(), buildingId });
new ConfigurationKeeper(store, silentLog).keep(newConfiguration(buildingId, { doors }));
fillList(store, buildingId, doorIds);
const filledMs = performance.now() - began;
const bare = bareSwipes(openStore(join(folder, "bare"), silentLog), Number(many));
const filled: Filled = { doorIds, filledMs, bare };
process.send?.(filled, () => process.exit(0));
