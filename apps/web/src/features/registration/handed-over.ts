import { asDocumentType, type FormValues, hasLetters, typedCedula } from "./form-values.ts";

/** What a person gave on another screen before they were sent to a registration form. */
export type GivenBefore = Pick<FormValues, "photo" | "buildingId" | "cedula">;

/**
 * Carries what was given on one screen to the form that follows it, once. In memory alone: an address or the
 * browser's history would keep a face and a document number.
 */
export function createHandover() {
  let waiting: GivenBefore | null = null;
  return {
    give(given: GivenBefore): void {
      waiting = given;
    },
    /** What waits, as the form takes it; nothing the second time. */
    take(): Partial<FormValues> {
      const given = waiting;
      waiting = null;
      if (given === null) {
        return {};
      }
      // Letters stand in passports alone: the form's first kind of document would lose them.
      const documentType = asDocumentType(/\D/.test(given.cedula) ? "PASAPORTE" : "CEDULA_CIUDADANIA");
      return {
        ...given,
        cedula: hasLetters(documentType) ? given.cedula : typedCedula(documentType, given.cedula),
        documentType,
      };
    },
  };
}

/** From 'Solicitar código de ingreso' to the quick registration. */
export const toExpress = createHandover();
