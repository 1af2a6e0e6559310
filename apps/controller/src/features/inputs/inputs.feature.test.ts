import { randomUUID } from "node:crypto";
import type { ConfiguredInput } from "@umbral/contract/inputs/input-devices";
import { SimulatedInput } from "@umbral/simulated-building/input";
import { expect, it } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { silentLog } from "../../platform/log.ts";
import { SimulatedInputDriver } from "./drivers/simulated-input.ts";
import { InputsFeature } from "./inputs.feature.ts";

function newInput(input: Partial<ConfiguredInput> = {}): ConfiguredInput {
  return {
    id: randomUUID(),
    name: "Salida",
    kind: "exit-button",
    doorId: randomUUID(),
    driver: { kind: "simulated" },
    rest: "open",
    debounceMs: 30,
    ...input,
  };
}

function newFeature() {
  const clock = new FakeClock();
  const wires = new Map<string, SimulatedInput>();
  const wire = (id: string): SimulatedInput => {
    const known = wires.get(id) ?? new SimulatedInput();
    wires.set(id, known);
    return known;
  };
  const out: string[] = [];
  const news: string[] = [];
  const rests: string[] = [];
  const feature = new InputsFeature({
    clock,
    log: silentLog,
    makeDriver: ({ id, rest, name }) => {
      if (name === "Rota") {
        throw new Error("this driver cannot be made");
      }
      return new SimulatedInputDriver(wire(id), rest);
    },
    goOut: (doorId) => void out.push(doorId),
    notice: (kind, { name }) => {
      news.push(`${kind} ${name}`);
      return () => void news.push(`over ${kind} ${name}`);
    },
    rests: ({ name }) => void rests.push(name),
  });
  return { clock, feature, wire, out, news, rests };
}

it("a press lets out once, after its debounce, and a button that stays pressed is told and holds nothing", async () => {
  const { clock, feature, wire, out, news } = newFeature();
  const button = newInput();
  feature.configure([button]);
  await clock.push(1000);
  wire(button.id).set(true);
  expect(out).toEqual([]);
  await clock.push(30);
  expect(out).toEqual([button.doorId]);
  await clock.push(600_000);
  expect(out).toHaveLength(1);
  expect(news).toEqual(["button-stuck Salida"]);
  wire(button.id).set(false);
  await clock.push(30);
  expect(news).toEqual(["button-stuck Salida", "over button-stuck Salida"]);
  wire(button.id).set(true);
  await clock.push(30);
  expect(out).toHaveLength(2);
});

it("a button that is pressed when the controller starts, or is changed, opens nothing", async () => {
  const { clock, feature, wire, out } = newFeature();
  const button = newInput();
  wire(button.id).set(true);
  feature.configure([button]);
  await clock.push(1000);
  feature.configure([{ ...button, rest: "closed", debounceMs: 0 }]);
  await clock.push(1000);
  expect(out).toEqual([]);
});

it("a chattering wire is one trouble and not a flood of openings", async () => {
  const { clock, feature, wire, out, news } = newFeature();
  const button = newInput({ debounceMs: 0 });
  feature.configure([button]);
  for (let touch = 0; touch < 3000; touch += 1) {
    wire(button.id).press();
    await clock.push(20);
  }
  expect(out.length).toBeLessThan(45);
  expect(news).toEqual(["button-stuck Salida"]);
  await clock.push(61_000);
  expect(news).toEqual(["button-stuck Salida", "over button-stuck Salida"]);
  expect(clock.pending).toBe(0);
});

it("panel, box and battery are told while they are on, also from the start, and opened by nobody", async () => {
  const { clock, feature, wire, out, news } = newFeature();
  const panel = newInput({ kind: "fire-panel", name: "Panel", doorId: null, rest: "closed" });
  const box = newInput({ kind: "tamper", name: "Tapa" });
  const battery = newInput({ kind: "low-battery", name: "Batería", doorId: null });
  wire(panel.id).set(true);
  feature.configure([panel, newInput({ name: "Rota" }), box, battery]);
  await clock.push(30);
  wire(box.id).set(true);
  wire(battery.id).set(true);
  await clock.push(30);
  wire(panel.id).set(false);
  await clock.push(30);
  expect(news).toEqual(["fire Panel", "tamper Tapa", "low-battery Batería", "over fire Panel"]);
  // A new name is no news; taken away, it is over.
  feature.configure([{ ...box, name: "Caja" }, battery]);
  expect(news).toHaveLength(4);
  feature.stop();
  expect(news.slice(4)).toEqual(["over tamper Tapa", "over low-battery Batería"]);
  wire(box.id).set(false);
  await clock.push(1000);
  expect(out).toEqual([]);
  expect(clock.pending).toBe(0);
});

it("a panel rests when it is seen at rest, and not because it is set up anew or taken away", async () => {
  const { clock, feature, wire, news, rests } = newFeature();
  const panel = newInput({ kind: "fire-panel", name: "Panel", doorId: null });
  wire(panel.id).set(true);
  feature.configure([panel]);
  await clock.push(30);
  feature.configure([{ ...panel, debounceMs: 10 }]);
  await clock.push(10);
  feature.configure([]);
  feature.configure([panel]);
  await clock.push(30);
  expect(rests).toEqual([]);
  wire(panel.id).set(false);
  await clock.push(30);
  expect(rests).toEqual(["Panel"]);
  expect(news.at(-1)).toBe("over fire Panel");
});
