import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import { expect, it } from "vitest";
import { calendarOf, codeWords, peopleWords, routeTo, stateWords } from "./guest-words.ts";

const pass: GuestPass = {
  firstName: "Camilo",
  building: {
    name: "Edificio Mirador del Parque",
    address: "Cra. 7 # 72-41, Bogotá",
    timeZone: "America/Bogota",
  },
  hours: null,
  from: "2026-11-20T20:05:00.000Z",
  until: "2026-11-21T04:00:00.000Z",
  entriesLeft: 1,
  code: "482915",
  refusal: null,
  mayRing: true,
};

it("says in one line whether one may come in, or why not", () => {
  expect(stateWords(pass)).toBe("Puedes entrar ahora.");
  expect(stateWords({ ...pass, refusal: "not-yet" })).toBe(
    "Todavía no: puedes entrar desde el 20 nov 2026 3:05 PM.",
  );
  expect(stateWords({ ...pass, refusal: "not-now", hours: "lun–vie 8:00 AM–5:00 PM" })).toBe(
    "A esta hora no. Puedes entrar lun–vie 8:00 AM–5:00 PM.",
  );
  expect(stateWords({ ...pass, refusal: "used-up" })).toBe("Esta invitación ya se usó.");
  expect(stateWords({ ...pass, refusal: "expired" })).toBe("Esta invitación venció el 20 nov 2026 11:00 PM.");
  expect(stateWords({ ...pass, refusal: "taken-back" })).toBe(
    "Esta invitación se retiró. Habla con quien te invitó.",
  );
});

it("says for how many it is only where several may come", () => {
  expect([null, 1, 4].map((entriesLeft) => peopleWords({ ...pass, entriesLeft }))).toEqual([
    null,
    null,
    "Sirve para 4 personas.",
  ]);
});

it("a code can be read out, and the way there be found", () => {
  expect(["482915", "48291507", "482915073"].map(codeWords)).toEqual(["482 915", "4829 1507", "482 915 073"]);
  expect(routeTo(pass.building)).toContain(
    "destination=Edificio%20Mirador%20del%20Parque%2C%20Cra.%207%20%23%2072-41",
  );
});

it("an entry for a calendar has the window and the place, and neither code nor secret", () => {
  const entry = calendarOf(pass, "https://umbral.example/i/", new Date("2026-11-19T12:00:00Z"));
  expect(entry.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
  const unfolded = entry.replaceAll("\r\n ", "");
  expect(unfolded).toContain("DTSTART:20261120T200500Z\r\nDTEND:20261121T040000Z\r\n");
  expect(unfolded).toContain("LOCATION:Edificio Mirador del Parque\\, Cra. 7 # 72-41\\, Bogotá\r\n");
  expect(unfolded).not.toContain("482915");
});
