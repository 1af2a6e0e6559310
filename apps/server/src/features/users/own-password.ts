import type { Services } from "../../platform/context.ts";
import { beginGuess } from "../../platform/guesses.ts";
import { Refused } from "../../platform/refused.ts";
import { passwordMatches } from "../auth/passwords.ts";
import { isOwnPlace } from "../auth/sign-in-networks.ts";
import type { RequestSource } from "./invitation-documents.ts";

interface Account {
  id: string;
  passwordHash: string | null;
}

/**
 * The password of an account by whoever proved an address and is not signed in. Wrong ones count as they do where one
 * signs in.
 * @throws {Refused} WRONG_PASSWORD, TOO_OFTEN
 */
export async function refuseWrongPassword(
  services: Services,
  { cedula, account, password }: { cedula: string; account: Account | undefined; password: string },
  { address }: RequestSource,
): Promise<void> {
  const guess = await beginGuess(services, {
    what: "login",
    account: cedula,
    address,
    isOwnPlace: async () => account !== undefined && isOwnPlace(services, account.id, address),
  });
  if (!(await passwordMatches(account?.passwordHash, password))) {
    throw new Refused("WRONG_PASSWORD", { errors: [{ property: "password", message: "no es correcta" }] });
  }
  await guess.succeeded(services.db);
}
