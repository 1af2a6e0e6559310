import type { Role } from "@umbral/contract/lib/roles";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { writeMail, writePushes } from "../notifications/notifications.service.ts";

/** How long the news of a role is worth delivering. */
const NEWS_MS = 7 * 24 * 3_600_000;

interface Given {
  spaceId: string;
  person: { id: string; name: string; email: string };
  buildingName: string;
  /** Null for who is something in the building as a whole. */
  apartmentName: string | null;
  role: Role;
}

/** Tells somebody by mail and push what they are from now on, and where. To leave after the commit: then say `services.wakeOutbox()`. */
export async function writeGivenPlace(
  services: Pick<Services, "newId" | "clock" | "secrets" | "env">,
  trx: Trx,
  { spaceId, person, buildingName, apartmentName, role }: Given,
): Promise<void> {
  const place = apartmentName === null ? buildingName : `apartamento ${apartmentName} de ${buildingName}`;
  const roleName = roleNames[role].toLocaleLowerCase("es");
  const subject = "Tienes un acceso nuevo";
  const expiresAt = new Date(services.clock.now().getTime() + NEWS_MS);
  const about = { subject, userId: person.id, expiresAt };
  await writePushes(services, trx, {
    ...about,
    callId: null,
    body: `Ya tienes acceso como ${roleName}: ${place}.`,
    push: "access-decided",
    data: { path: "/", tag: spaceId },
  });
  if (person.email !== "") {
    await writeMail(services, trx, {
      ...about,
      to: person.email,
      paragraphs: [
        `Hola, ${person.name}:`,
        `La administración te dio acceso como ${roleName}: ${place}. Ya puedes usar Umbral allí.`,
        "Si crees que es un error, habla con la administración del edificio.",
      ],
      link: { label: "Iniciar sesión", url: `${publicUrlOf(services.env)}/` },
    });
  }
}
