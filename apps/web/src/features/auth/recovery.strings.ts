import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { CallRefused } from "../../lib/failures.ts";
import { maySendBy } from "../../lib/useMessageWays.ts";

/** Letter by letter where the specification has them (§5, §7). */
export const recoverySentences = {
  button: "Solicitar recuperar contraseña",
  empty: { title: "Formulario inválido", text: "El campo cedula esta vacio" },
  sent: { title: "Solicitud enviada", text: "Revisa tu correo" },
  notSent: "No pudimos enviar la solicitud. Espera unos minutos e intenta de nuevo.",
} as const;

const LINK = "Te enviamos un enlace para crear una nueva. Sirve una sola vez y vence en 30 minutos.";
/** Where neither mails nor SMS leave, for whoever asks. */
const NOTHING_SENT =
  "Aquí todavía no se envían correos ni mensajes de texto, así que no podemos enviarte un enlace. Pide ayuda en la administración de tu edificio.";

/** How a link would come, and where to look for it: the same for any account, also for none. */
export function recoveryWords(ways: readonly MessageWay[] | undefined) {
  const [mail, sms] = [maySendBy(ways, "mail"), maySendBy(ways, "sms")];
  if (!mail && !sms) {
    return { intro: NOTHING_SENT, sent: undefined };
  }
  if (!mail) {
    const sent = { ...recoverySentences.sent, text: "Revisa los mensajes de texto de tu celular" };
    return { intro: `${LINK} Te llega por mensaje de texto a tu celular.`, sent };
  }
  const to = sms
    ? "Si tu cuenta no tiene correo, te llega por mensaje de texto a tu celular."
    : "Te llega al correo de tu cuenta.";
  return { intro: `${LINK} ${to}`, sent: recoverySentences.sent };
}

/** One line that tells nothing of the account (decisions §3); that nothing is sent here is true of all of them. */
export const recoveryTrouble = (error: unknown): string =>
  error instanceof CallRefused && error.code === "MESSAGES_NOT_HERE"
    ? NOTHING_SENT
    : recoverySentences.notSent;
