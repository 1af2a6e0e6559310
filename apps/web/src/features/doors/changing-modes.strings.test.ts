import { expect, it } from "vitest";
import { areHeard, whenHeard } from "./changing-modes.strings.ts";

it("promises nothing of a controller that is away, or that there is none", () => {
  const hall = { name: "Vestíbulo", line: "online" } as const;
  const gate = { name: "Portón", line: "away" } as const;
  const roof = { name: "Terraza", line: "none" } as const;
  expect([whenHeard([hall]), areHeard([hall])]).toEqual(["El controlador lo sabrá enseguida.", true]);
  expect([whenHeard([hall, gate]), areHeard([hall, gate])]).toEqual([
    "Sin conexión con Portón: en esa puerta nada cambia hasta que su controlador esté en línea.",
    false,
  ]);
  expect(whenHeard([gate, roof])).toBe(
    "Sin conexión con Portón, Terraza: en esas puertas nada cambia hasta que su controlador esté en línea.",
  );
});
