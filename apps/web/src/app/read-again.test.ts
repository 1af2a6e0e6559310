import { QueryObserver } from "@tanstack/react-query";
import { afterEach, expect, test } from "vitest";
import { firstAnswer } from "../lib/first-answers.ts";
import { queryClient } from "../lib/queries.ts";
import { toReadAgain } from "./read-again.ts";

const DOORS = "/api/buildings/b-1/doors";
const KEY = ["GET /api/buildings/{id}/doors", { params: { id: "b-1" } }] as const;

const leaving: (() => void)[] = [];
afterEach(() => {
  for (const leave of leaving.splice(0)) {
    leave();
  }
  queryClient.clear();
  globalThis.firstAsked = undefined;
});

/** The page's first script asked for the doors before the line stood. */
function askedFirst() {
  const answers = new Map([[`GET ${DOORS}`, Promise.resolve(new Response("as they were"))]]);
  globalThis.firstAsked = { token: "t", place: "/", atMs: performance.now(), answers };
}

/** A screen that shows the doors, from what was asked first or from the server. */
function openDoors() {
  const queryFn = async () => (await (firstAnswer("GET", DOORS, "t") ?? new Response("as they are"))).text();
  const observer = new QueryObserver(queryClient, { queryKey: KEY, queryFn });
  leaving.push(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data;
}

test("what was read before the line stood is read again", async () => {
  askedFirst();
  const shown = openDoors();
  await expect.poll(shown).toBe("as they were");
  toReadAgain()();
  await expect.poll(shown).toBe("as they are");
});

test("so is what a screen took after it of what was asked before it", async () => {
  askedFirst();
  const readAgain = toReadAgain();
  const shown = openDoors();
  await expect.poll(shown).toBe("as they were");
  readAgain();
  await expect.poll(shown).toBe("as they are");
});

test("a screen that comes later still asks by itself, once", async () => {
  askedFirst();
  toReadAgain()();
  const shown = openDoors();
  await expect.poll(shown).toBe("as they are");
});
