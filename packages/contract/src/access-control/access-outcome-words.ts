import type { AccessOutcome, CredentialKind } from "./decision.ts";

/** What was held to a reader, or typed there. */
export const credentialNames: Readonly<Record<CredentialKind, string>> = {
  card: "Tarjeta",
  pin: "PIN",
  pass: "Invitación",
};

/** What came of it, as a person reads it in a list. */
export const accessOutcomeWords: Readonly<Record<AccessOutcome, string>> = {
  granted: "Entró",
  unknown: "Tarjeta o PIN desconocido",
  suspended: "Acceso desactivado",
  expired: "No vigente",
  "not-this-door": "Sin nivel para esta puerta",
  "not-now": "Fuera de su horario",
  "door-locked": "Puerta bloqueada",
  "offline-too-long": "Demasiado tiempo sin conexión",
  "clock-untrusted": "Reloj no confiable",
  "used-up": "Invitación ya usada",
  "decided-elsewhere": "La cuenta otro controlador",
  "controller-away": "La placa estaba sola",
};

/** The same for one decision. */
export function accessWords({
  outcome,
  credential,
}: {
  outcome: AccessOutcome;
  credential: CredentialKind;
}): string {
  switch (outcome) {
    case "unknown":
      return credential === "pin" ? "PIN desconocido" : "Tarjeta desconocida";
    case "expired":
      return `${credentialNames[credential]} no vigente`;
    default:
      return accessOutcomeWords[outcome];
  }
}
