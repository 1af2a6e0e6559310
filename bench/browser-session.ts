import { currentUser } from "@umbral/contract/auth/auth.contract";
import { createSessionStore } from "../apps/web/src/lib/session.ts";
import { signedIn } from "./product.ts";

/** What a browser keeps of an origin, by its keys. */
export type Rows = Readonly<Record<string, string>>;

/** What the app leaves in a browser in which somebody signs in. */
export async function sessionOf(
  origin: string,
  cedula: string,
  userType: "USER" | "ADMIN" = "USER",
): Promise<Rows> {
  const { token } = await signedIn(origin, cedula, userType);
  const person = await fetch(`${origin}/api/user/auth/currentUser`, {
    headers: { authorization: `JWT ${token}` },
  });
  const rows = new Map<string, string>();
  const session = createSessionStore({
    getItem: (key) => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
    removeItem: (key) => void rows.delete(key),
  });
  session.begin({ token, ...currentUser.reply.parse(await person.json()) });
  return Object.fromEntries(rows);
}
