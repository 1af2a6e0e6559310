import { INVITATION_MS, type StaffRole } from "@umbral/contract/users/staff.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { newPasswordLink } from "../auth/links.service.ts";
import { writeMail } from "../notifications/notifications.service.ts";

const roleWords: Record<StaffRole, string> = {
  ADMINISTRADOR: "la administración",
  PORTERIA: "la portería",
  CONSERJE: "la conserjería",
  EMPLEADO_ADMINISTRATIVO: "el equipo administrativo",
  SERVICIOS: "los servicios",
  POLICIA: "la policía",
  ACCIONISTA: "los accionistas",
};

/** How long word of a new role is tried to be delivered. */
const NOTICE_MS = 24 * 3_600_000;

interface Invited {
  id: string;
  name: string;
  email: string;
  role: StaffRole;
  buildingName: string;
}

/** Invites who has no password yet: the link sets one, once. */
export async function writeInvitation(services: Services, trx: Trx, invited: Invited): Promise<void> {
  const { url, expiresAt } = await newPasswordLink(services, trx, invited.id, INVITATION_MS);
  await writeMail(services, trx, {
    userId: invited.id,
    to: invited.email,
    subject: `Te invitaron a ${invited.buildingName} en Umbral`,
    paragraphs: [
      `Hola, ${invited.name}.`,
      `Ahora haces parte de ${roleWords[invited.role]} de ${invited.buildingName}. Crea tu contraseña con este enlace: sirve una sola vez y vence en 7 días.`,
      "Después ingresa con tu cédula y esa contraseña.",
    ],
    link: { label: "Crear mi contraseña", url },
    expiresAt,
  });
}

/** Tells who signs in already of what they are now. */
export async function writeWelcome(services: Services, trx: Trx, invited: Invited): Promise<void> {
  await writeMail(services, trx, {
    userId: invited.id,
    to: invited.email,
    subject: `Tienes un nuevo acceso en ${invited.buildingName}`,
    paragraphs: [
      `Hola, ${invited.name}.`,
      `Ahora haces parte de ${roleWords[invited.role]} de ${invited.buildingName}. Ingresa con tu cédula y tu contraseña de siempre.`,
    ],
    link: { label: "Ingresar", url: publicUrlOf(services.env) },
    expiresAt: new Date(services.clock.now().getTime() + NOTICE_MS),
  });
}
