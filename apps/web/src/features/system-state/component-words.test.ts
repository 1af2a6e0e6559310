import type { Component } from "@umbral/contract/system-state/system-state.contract";
import { expect, it } from "vitest";
import { componentDetail, componentName } from "./component-words.ts";

const at = "2026-11-20T15:42:00.000Z";
const detailOf = (kind: Component["kind"], figure: number) =>
  componentDetail(
    {
      ...{ kind, id: "server", name: null, building: null },
      isWell: true,
      since: at,
      noticedAt: null,
      figure,
    },
    new Date(at),
  );

it("a backup is as old as it is, also one that was just made", () => {
  const ages = [5, 60, 29 * 60, 59 * 60 + 59, 3600, 47 * 3600, 75 * 3600].map(
    (seconds) => /hace (.*)$/.exec(detailOf("backups", seconds))?.[1],
  );
  expect(ages).toEqual(["menos de 1 min", "1 min", "29 min", "59 min", "1 h", "47 h", "3 días"]);
});

it("a job that is a ceiling stands in one pair of parentheses", () => {
  expect(componentName({ kind: "job", id: "visitor-pictures", name: null })).toBe(
    "Tarea del servidor (tope por hora de fotos de visitantes)",
  );
});

it("a certificate says what it has left", () => {
  const left = [-1, 0, 1, 61].map((days) => detailOf("certificate", days).split(" · ")[1]);
  expect(left).toEqual(["ya venció", "vence en menos de 1 día", "vence en 1 día", "vence en 61 días"]);
});
