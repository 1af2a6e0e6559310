import { askForVisitCode } from "@umbral/contract/visits/visits.contract";
import { expect, it } from "vitest";
import { memoryStore } from "../../lib/storage.ts";
import { ownDevice } from "./own-device.ts";

const taken = (device: string) => askForVisitCode.body.shape.device.safeParse(device).success;

it("makes a secret once for each browser, in the form that the contract takes", () => {
  const store = memoryStore();
  const secret = ownDevice(store);
  expect(taken(secret)).toBe(true);
  expect(ownDevice(store)).toBe(secret);
  expect(ownDevice(memoryStore())).not.toBe(secret);
});

it("makes another where something else lies in its place", () => {
  const store = memoryStore();
  store.setItem("umbralDevice", "yo");
  expect(taken(ownDevice(store))).toBe(true);
});
