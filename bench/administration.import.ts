import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { xlsxOf } from "../apps/server/testing/test-sheets.ts";
import type { City } from "./administration.questions.ts";
import { type Figure, rounded } from "./figures.ts";

const IMPORTED_ROWS = 10_000;

interface Delay {
  p99: number;
  longest: number;
}

/** How long the server kept others waiting since it was asked last, in milliseconds. */
async function delayOf(child: ChildProcess): Promise<Delay> {
  const answer = once(child, "message");
  child.send("delay");
  const [delay] = (await answer) as [Delay];
  return delay;
}

/** An XLSX file of ten thousand people with a card each, tried and then brought in. */
export async function importing({ url, token, buildings }: City, server: ChildProcess): Promise<Figure[]> {
  const headers = "Torre,Piso,Apartamento,Nombre,Cédula,Rol,Tarjeta".split(",");
  const people = Array.from({ length: IMPORTED_ROWS }, (_, index) => [
    `T${index % 10}`,
    String(Math.floor(index / 1000) + 1),
    `T${index % 10}-${Math.floor(index / 10)}`,
    `Persona Número ${index}`,
    String(70_000_000 + index),
    "Residente",
    (0xabc00000 + index).toString(16),
  ]);
  const sheet = new Blob([new Uint8Array(xlsxOf([headers, ...people]))]);
  const figures: Figure[] = [{ name: "administration-import-rows", value: IMPORTED_ROWS }];
  for (const [name, apply] of [
    ["try", "false"],
    ["apply", "true"],
  ] as const) {
    const form = new FormData();
    form.append("apply", apply);
    form.append("file", sheet, "edificio.xlsx");
    await delayOf(server);
    const began = performance.now();
    const reply = await fetch(`${url}/api/bb/buildings/${buildings[0]}/import`, {
      method: "POST",
      headers: { authorization: `JWT ${token}` },
      body: form,
    });
    const { isApplied } = (await reply.json()) as { isApplied: boolean };
    const took = (performance.now() - began) / 1000;
    if (!reply.ok || isApplied !== (apply === "true")) {
      throw new Error(`the import was answered ${reply.status}`);
    }
    const { p99, longest } = await delayOf(server);
    figures.push(
      { name: `administration-import-${name}-s`, value: rounded(took) },
      { name: `administration-import-${name}-others-wait-p99-ms`, value: rounded(p99) },
      { name: `administration-import-${name}-others-wait-longest-ms`, value: rounded(longest) },
    );
  }
  return figures;
}
