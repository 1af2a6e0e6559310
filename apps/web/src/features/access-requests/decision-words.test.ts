import { expect, it } from "vitest";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { failureWords } from "./decision-words.ts";

const zone = "America/Bogota";
const refused = (status: number, more: object = {}) =>
  new CallRefused({ code: "FAULT", status, message: "La fecha ya pasó.", ...more });

it("says the specification's sentence and nothing more for a fault or a lost line", () => {
  for (const error of [refused(500), new NoConnection("gone"), new Error("x")]) {
    expect(failureWords(error, true, zone)).toEqual({
      title: "Ups!",
      text: "Hubo un error al aprobar esta solicitud",
    });
  }
  expect(failureWords(refused(503), false, zone).text).toBe("Hubo un error al rechazar la solicitud");
});

it("says who decided before, what and when, in the building's time", () => {
  const at = "2026-11-20T20:05:00.000Z";
  const decided = { approved: false, by: { id: "1", name: "Alberto" }, at };
  expect(failureWords(refused(409, { decided }), true, zone).text).toBe(
    "Hubo un error al aprobar esta solicitud: Alberto ya la rechazó el 20 nov 2026 3:05 PM.",
  );
  const nameless = { approved: true, by: null, at };
  expect(failureWords(refused(409, { decided: nameless }), false, zone).text).toBe(
    "Hubo un error al rechazar la solicitud: otra persona ya la aprobó el 20 nov 2026 3:05 PM.",
  );
});

it("adds the server's reason where it refused", () => {
  expect(failureWords(refused(409), true, zone).text).toBe(
    "Hubo un error al aprobar esta solicitud: La fecha ya pasó.",
  );
});
