import { expect, it } from "vitest";
import { accessWords, durationWords } from "./controller-words.ts";

it("tells a time by its two largest parts", () => {
  expect([45_900, 61_000, 7_500_000, 86_400_000, 273_600_000].map(durationWords)).toEqual([
    "45 s",
    "1 min",
    "2 h 5 min",
    "1 día 0 h",
    "3 días 4 h",
  ]);
});

it("says how a controller's access list compares with the server's", () => {
  const at = "2026-11-20T12:00:00.000Z";
  const [digest, other] = ["a".repeat(64), "b".repeat(64)];
  const wanted = { epoch: 1, number: 40, digest };
  const told = { wanted, wantedSince: at, keptAt: at };
  const words = (state: "none" | "same" | "behind" | "other", number: number | null) =>
    accessWords({
      ...told,
      state,
      kept: number === null ? null : { epoch: 1, number, digest: state === "same" ? digest : other },
    });
  expect([
    accessWords(null),
    words("none", null),
    words("same", 40),
    words("behind", 39),
    words("behind", 4),
    words("other", 41),
  ]).toEqual([
    "—",
    "Sin lista todavía: ninguna tarjeta abre",
    "Al día, con 40 cambios (aaaaaaaa)",
    "Le falta 1 cambio. Tiene 39 (bbbbbbbb), debe tener 40 (aaaaaaaa)",
    "Le faltan 36 cambios. Tiene 4 (bbbbbbbb), debe tener 40 (aaaaaaaa)",
    "Distinta de la del servidor: se envía de nuevo. Tiene 41 (bbbbbbbb), debe tener 40 (aaaaaaaa)",
  ]);
});
