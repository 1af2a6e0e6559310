import { normalPhone } from "@umbral/contract/registration/personal-data";
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

/** What is wrong with such a field; undefined for nothing. */
export const addressError = (written: string): string | undefined =>
  required(written, "* Escribe un correo o un celular") ??
  (addressOf(written) === null ? "* Escribe un correo o un celular válido" : undefined);
