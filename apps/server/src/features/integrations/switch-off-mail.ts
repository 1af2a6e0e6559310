import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { mailOf, writeMessages } from "../notifications/notifications.service.ts";
import { peopleWhoMay } from "../spaces/index.ts";
import { findMailOf, type SwitchOffReason } from "./webhooks.queries.ts";

/** A notice that nobody could be given in a week is given up. */
const NOTICE_MS = 7 * 24 * 3_600_000;

const words: Readonly<
  Record<SwitchOffReason, { subject: string; said: (name: string) => readonly [string, string] }>
> = {
  failing: {
    subject: "Desactivamos un webhook que no responde",
    said: (name) => [
      `El webhook '${name}' no recibió nada durante tres días, así que dejamos de enviarle mensajes.`,
      "Cuando su servidor vuelva a responder, actívalo otra vez en Integraciones.",
    ],
  },
  "secret-lost": {
    subject: "Desactivamos un webhook que perdió su secreto",
    said: (name) => [
      `La clave con la que se guardaba el secreto del webhook '${name}' se perdió: no podemos firmar sus mensajes, así que dejamos de enviarlos.`,
      "Hazle un secreto nuevo en Integraciones, ponlo en el sistema que lo recibe y activa el webhook otra vez.",
    ],
  },
};

/** Writes who administers the building that a webhook was switched off. Then say `services.wakeOutbox()`. */
export async function tellOfSwitchOff(
  services: Services,
  trx: Trx,
  { buildingId, name }: { buildingId: string; name: string },
  why: SwitchOffReason,
): Promise<void> {
  const now = services.clock.now();
  const place = { buildingId, apartmentId: null };
  const people = await findMailOf(trx, await peopleWhoMay(trx, "buildings.administer", place, now));
  await writeMessages(
    services,
    trx,
    people.map((person) =>
      mailOf({
        userId: person.id,
        to: person.email,
        subject: words[why].subject,
        paragraphs: [`Hola, ${person.name}.`, ...words[why].said(name)],
        link: { label: "Abrir Umbral", url: publicUrlOf(services.env) },
        expiresAt: new Date(now.getTime() + NOTICE_MS),
      }),
    ),
  );
}
