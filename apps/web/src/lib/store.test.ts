import { describe, expect, it } from "vitest";
import { createStore } from "./store.ts";

describe("a store", () => {
  it("tells who subscribed of each new value, until they leave", () => {
    const store = createStore("closed");
    const heard: string[] = [];
    const leave = store.subscribe(() => heard.push(store.current()));
    store.set("open");
    store.set("closed");
    leave();
    store.set("open");
    expect(heard).toEqual(["open", "closed"]);
    expect(store.current()).toBe("open");
  });

  it("says nothing when nothing changed", () => {
    const store = createStore(Number.NaN);
    let told = 0;
    store.subscribe(() => {
      told += 1;
    });
    store.set(Number.NaN);
    expect(told).toBe(0);
  });

  it("lets a listener change it, and leave, while it is told", () => {
    const store = createStore(0);
    const heard: string[] = [];
    const leave = store.subscribe(() => {
      leave();
      heard.push(`first ${store.current()}`);
      store.set(2);
    });
    store.subscribe(() => heard.push(`second ${store.current()}`));
    store.set(1);
    expect(heard).toEqual(["first 1", "second 2", "second 2"]);
    expect(store.current()).toBe(2);
  });

  it("knows whether anybody hears", () => {
    const store = createStore(0);
    expect(store.isHeard()).toBe(false);
    const leave = store.subscribe(() => undefined);
    expect(store.isHeard()).toBe(true);
    leave();
    expect(store.isHeard()).toBe(false);
  });
});
