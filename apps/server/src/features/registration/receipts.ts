import { permissionForRole } from "@umbral/contract/access-requests/access-requests.contract";
import type { OwnerRole, ResidentRole } from "@umbral/contract/registration/registration.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { writeMail } from "../notifications/notifications.service.ts";
import type { Home, Place } from "./places.ts";

/** How long the news is worth delivering. */
const NEWS_MS = 3 * 24 * 3_600_000;

interface Addressee {
  userId: string;
  email: string;
}

/*
 * Nobody has proved that the address is theirs: so these mails say nothing that the one who wrote it could
 * choose, not even a name.
 */

/** Tells who asked for an apartment that it was heard, and who decides. */
export async function writeRequestReceipt(
  services: Pick<Services, "newId" | "clock" | "secrets" | "env">,
  trx: Trx,
  to: Addressee,
  home: Home,
  role: ResidentRole | OwnerRole,
): Promise<void> {
  const decides =
    permissionForRole(role) === "access-requests.decide-owners"
      ? "La administración del edificio"
      : "El residente líder o la administración del edificio";
  await write(services, trx, to, {
    subject: "Recibimos tu solicitud",
    paragraphs: [
      "Hola:",
      `Recibimos tu solicitud de acceso al apartamento ${home.apartmentName} de ${home.buildingName}.`,
      `${decides} la revisará y te avisaremos por correo. Mientras tanto puedes iniciar sesión y ver cómo va.`,
      "Si no fuiste tú, escribe a la administración del edificio.",
    ],
    link: { label: "Ver mi solicitud", url: `${publicUrlOf(services.env)}/profile` },
  });
}

/** Tells a frequent visitor that they may ask for codes from now on. */
export async function writeVisitorReceipt(
  services: Pick<Services, "newId" | "clock" | "secrets" | "env">,
  trx: Trx,
  to: Addressee,
  place: Place,
): Promise<void> {
  await write(services, trx, to, {
    subject: "Tu registro de visitante está listo",
    paragraphs: [
      "Hola:",
      `Ya puedes solicitar tu código de ingreso a ${place.buildingName} el día de tu visita.`,
      "Si no fuiste tú, escribe a la administración del edificio.",
    ],
    link: { label: "Solicitar código de ingreso", url: `${publicUrlOf(services.env)}/visits/code` },
  });
}

async function write(
  services: Pick<Services, "newId" | "clock" | "secrets">,
  trx: Trx,
  { userId, email }: Addressee,
  words: { subject: string; paragraphs: string[]; link: { label: string; url: string } },
): Promise<void> {
  if (email !== "") {
    const expiresAt = new Date(services.clock.now().getTime() + NEWS_MS);
    await writeMail(services, trx, { userId, to: email, expiresAt, ...words });
  }
}
