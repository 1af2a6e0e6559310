import { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { Services } from "./context.ts";
import type { Env } from "./env.ts";
import { Refused } from "./refused.ts";

/**
 * By which ways messages leave from here: those that the configuration names a provider for. The demonstration has all of
 * them: what it sends is read in its outbox.
 */
export const waysHere = (env: Pick<Env, "mail" | "twilio">, isDemonstration: boolean): MessageWay[] =>
  MessageWay.options.filter(
    (way) => isDemonstration || (way === "mail" ? env.mail : env.twilio) !== undefined,
  );

/**
 * What cannot be sent is not promised: asked before anything is written that only a message would carry on.
 * @param property the field that names the address
 * @throws {Refused} MAIL_NOT_HERE, SMS_NOT_HERE; MESSAGES_NOT_HERE where no other way would help either
 */
export function refuseWithoutWay({ ways }: Pick<Services, "ways">, way: MessageWay, property?: string): void {
  if (ways.includes(way)) {
    return;
  }
  const isMail = way === "mail";
  const message = isMail
    ? "no sirve por ahora: aquí no se envían correos"
    : "no sirve por ahora: aquí no se envían mensajes de texto";
  throw new Refused(ways.length === 0 ? "MESSAGES_NOT_HERE" : isMail ? "MAIL_NOT_HERE" : "SMS_NOT_HERE", {
    ...(property === undefined ? {} : { errors: [{ property, message }] }),
  });
}
