import { normalPhone } from "@umbral/contract/registration/personal-data";

/** One field for either: what has an `@` is a mail, all else a telephone. Null for neither. */
export function addressOf(written: string): { email: string; phone: string } | null {
  const text = written.trim();
  if (text.includes("@")) {
    return /^\S+@\S+\.\S+$/.test(text) ? { email: text, phone: "" } : null;
  }
  const phone = normalPhone(text);
  return phone === null ? null : { email: "", phone };
}
