import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { normalPhone } from "@umbral/contract/registration/personal-data";
import { maySendBy } from "../../lib/useMessageWays.ts";
import { required } from "../../ui/useForm.ts";

/** One field for either: what has an `@` is a mail, all else a telephone. Null for neither. */
export function addressOf(written: string): { email: string; phone: string } | null {
  const text = written.trim();
  if (text.includes("@")) {
    return /^\S+@\S+\.\S+$/.test(text) ? { email: text, phone: "" } : null;
  }
  const phone = normalPhone(text);
  return phone === null ? null : { email: "", phone };
}

const ARRIVES = "Allí llega la invitación, y el código con el que confirma que es esa persona.";

/** What the field says of itself where messages leave by these ways, and of an address for which none does. */
export function addressWords(ways: readonly MessageWay[] | undefined) {
  const [mail, sms] = [maySendBy(ways, "mail"), maySendBy(ways, "sms")];
  if (mail && sms) {
    return { label: "Celular o correo", hint: ARRIVES, other: undefined };
  }
  if (mail) {
    const other = "* Escribe un correo: aquí no se envían mensajes de texto";
    return { label: "Correo", hint: ARRIVES, other };
  }
  if (sms) {
    return { label: "Celular", hint: ARRIVES, other: "* Escribe un celular: aquí no se envían correos" };
  }
  const hint =
    "Umbral todavía no envía correos ni mensajes de texto. Pide a quien instaló el servidor que los configure para poder invitar.";
  return { label: "Celular o correo", hint, other: `* ${hint}` };
}

/** What is wrong with such a field; undefined for nothing. */
export function addressError(written: string, ways?: readonly MessageWay[]): string | undefined {
  const to = addressOf(written);
  return (
    required(written, "* Escribe un correo o un celular") ??
    (to === null
      ? "* Escribe un correo o un celular válido"
      : maySendBy(ways, to.email === "" ? "sms" : "mail")
        ? undefined
        : addressWords(ways).other)
  );
}
