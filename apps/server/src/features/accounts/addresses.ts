import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import { takesSms } from "@umbral/contract/registration/personal-data";
import type { Services } from "../../platform/context.ts";
import { refuseWithoutWay } from "../../platform/message-ways.ts";
import { Refused } from "../../platform/refused.ts";

/** An account that holds the cédula of an invitation. */
export interface Holder {
  id: string;
  name: string;
  email: string;
  phone: string;
}

/** What somebody typed of how a person is reached; empty for nothing. */
interface Typed {
  email: string;
  phone: string;
}

/** The ways that such addresses are for, whether messages leave by them or not. A telephone on a wall takes no SMS. */
const waysFor = ({ email, phone }: Typed): MessageWay[] => [
  ...(email === "" ? [] : (["mail"] as const)),
  ...(phone !== "" && takesSms(phone) ? (["sms"] as const) : []),
];

/** The ways in which the typed addresses can be reached from here, the one for the link first. */
export const waysOf = ({ ways }: Pick<Services, "ways">, typed: Typed): MessageWay[] =>
  waysFor(typed).filter((way) => ways.includes(way));

/** Is there an address to which a link and a code can be sent from here? */
export const isReachable = (services: Pick<Services, "ways">, typed: Typed): boolean =>
  waysOf(services, typed).length > 0;

/**
 * Also a link that is passed on needs a code, which goes to a typed address alone.
 * @throws {Refused} INCOMPLETE where no address takes a message, MAIL_NOT_HERE, SMS_NOT_HERE or MESSAGES_NOT_HERE where none
 *   leaves for it
 */
export function refuseUnreachable(services: Pick<Services, "ways">, typed: Typed): void {
  if (isReachable(services, typed)) {
    return;
  }
  const [way] = waysFor(typed);
  if (way !== undefined) {
    refuseWithoutWay(services, way, way === "mail" ? "email" : "phone");
  }
  const property = typed.phone === "" ? "email" : "phone";
  throw new Refused("INCOMPLETE", { errors: [{ property, message: "debe ser un correo o un celular" }] });
}

/** Has the account one of the addresses that were typed? Then its owner can accept. */
export const sharesAddress = (account: Typed, typed: Typed): boolean =>
  (typed.email !== "" && account.email.toLowerCase() === typed.email.toLowerCase()) ||
  (typed.phone !== "" && account.phone.replaceAll(" ", "") === typed.phone);
