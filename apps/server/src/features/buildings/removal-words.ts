import type { Role } from "@umbral/contract/lib/roles";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { writeMail, writePushes } from "../notifications/notifications.service.ts";
import { findRemovedFrom } from "./removal-words.queries.ts";

/** How long the news of a removal is worth delivering. */
const NEWS_MS = 7 * 24 * 3_600_000;

interface Removal {
  userId: string;
  buildingId: string;
  /** Null for who worked for the whole building. */
  apartmentId: string | null;
  roles: readonly Role[];
  /** Are they something else there still? */
  stays?: boolean;
}

/**
 * Tells somebody by mail and push that they do not belong to a place any more (decisions §4): a door that stays
 * closed is no way to learn it. To leave after the commit: then say `services.wakeOutbox()`.
 */
export async function writeRemoval(
  services: Pick<Services, "newId" | "clock" | "secrets">,
  trx: Trx,
  { userId, buildingId, apartmentId, roles, stays = false }: Removal,
): Promise<void> {
  const person = await findRemovedFrom(trx, { userId, buildingId, apartmentId });
  if (!person) {
    return;
  }
  const place =
    person.apartmentName === null
      ? person.buildingName
      : `apartamento ${person.apartmentName} de ${person.buildingName}`;
  const subject = stays ? "Se retiró uno de tus roles" : "Se retiró tu acceso";
  const expiresAt = new Date(services.clock.now().getTime() + NEWS_MS);
  const about = { subject, userId, expiresAt };
  const what = roles.map((role) => roleNames[role].toLocaleLowerCase("es")).join(" y ");
  await writePushes(services, trx, {
    ...about,
    callId: null,
    body: stays ? `Ya no tienes acceso como ${what}: ${place}.` : `Ya no tienes acceso: ${place}.`,
    push: "access-removed",
    data: { path: "/profile", tag: `removed-${apartmentId ?? buildingId}` },
  });
  if (person.email !== "") {
    await writeMail(services, trx, {
      ...about,
      to: person.email,
      paragraphs: [
        `Hola, ${person.name}:`,
        `Se retiró tu acceso como ${what}: ${place}.`,
        "Si crees que es un error, habla con la administración del edificio.",
      ],
    });
  }
}
