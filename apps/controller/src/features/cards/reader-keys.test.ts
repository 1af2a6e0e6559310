import { createPrivateKey, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { newStore, refuseWrites } from "../../../testing/store.ts";
import { KeyStore, newKeyText } from "../../platform/key-store.ts";
import { silentLog } from "../../platform/log.ts";
import { ReaderKeys } from "./reader-keys.ts";

const newKeyStore = () => new KeyStore(createPrivateKey(newKeyText()));

describe("the key of a reader", () => {
  it("is made once for a pairing, survives the process, and is another for another pairing", () => {
    const store = newStore();
    const keyStore = newKeyStore();
    const [pairing, other] = [randomUUID(), randomUUID()];
    const made = new ReaderKeys(store, keyStore, silentLog).of(pairing).current();
    expect(made).toMatchObject({ isInstalled: false });
    const again = new ReaderKeys(store, keyStore, silentLog);
    again.of(pairing).installed();
    expect(again.of(pairing).current()).toEqual({ key: made.key, isInstalled: true });
    expect(again.of(other).current().key.equals(made.key)).toBe(false);
  });

  it("does not lie in the store as it is, and is worth nothing beside another controller's key", () => {
    const store = newStore();
    const pairing = randomUUID();
    const { key } = new ReaderKeys(store, newKeyStore(), silentLog).of(pairing).current();
    const Row = z.object({ sealed: z.instanceof(Uint8Array), pairing: z.string() });
    const row = store.query("select sealed, pairing from reader_keys", Row).get();
    expect(Buffer.from(row?.sealed ?? []).includes(key)).toBe(false);
    expect(() => new ReaderKeys(store, newKeyStore(), silentLog).of(pairing).current()).toThrow();
  });

  it("is not made where it cannot be kept, and that it was installed may be said later", () => {
    const store = newStore();
    const keys = new ReaderKeys(store, newKeyStore(), silentLog);
    const pairing = randomUUID();
    const { key } = keys.of(pairing).current();
    refuseWrites(store);
    expect(() => keys.of(randomUUID()).current()).toThrow();
    keys.of(pairing).installed();
    expect(keys.of(pairing).current()).toEqual({ key, isInstalled: false });
  });
});
