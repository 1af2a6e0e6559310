import { permissionForRole } from "@umbral/contract/access-requests/access-requests.contract";
import type { Role } from "@umbral/contract/lib/roles";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { writeMail, writePushes } from "../notifications/notifications.service.ts";
import { findAsker } from "./access-requests.queries.ts";

/** How long the news of a decision is worth delivering. */
const NEWS_MS = 7 * 24 * 3_600_000;

interface DecisionNews {
  requestId: string;
  approved: boolean;
  userId: string;
  apartmentId: string;
  role: Role;
}

/** Writes the mail and the pushes that tell the one who asked what was decided. */
export async function writeDecisionToAsker(
  services: Pick<Services, "newId" | "clock" | "secrets" | "env">,
  trx: Trx,
  news: DecisionNews,
): Promise<void> {
  const { name, email, apartmentName, buildingName } = await findAsker(trx, news.userId, news.apartmentId);
  const place = `apartamento ${apartmentName} de ${buildingName}`;
  const subject = news.approved ? "Tu solicitud fue aprobada" : "Tu solicitud fue rechazada";
  const about = {
    subject,
    userId: news.userId,
    callId: null,
    expiresAt: new Date(services.clock.now().getTime() + NEWS_MS),
  };
  await writePushes(services, trx, {
    ...about,
    body: news.approved ? `Ya tienes acceso al ${place}.` : `No se aprobó tu acceso al ${place}.`,
    push: "access-decided",
    data: { path: news.approved ? "/" : "/profile", tag: news.requestId },
  });
  if (email === "") {
    return;
  }
  const whom =
    permissionForRole(news.role) === "access-requests.decide-owners"
      ? "la administración del edificio"
      : "el residente líder o la administración del edificio";
  await writeMail(services, trx, {
    subject,
    userId: news.userId,
    to: email,
    expiresAt: about.expiresAt,
    paragraphs: [
      `Hola, ${name}:`,
      ...(news.approved
        ? [`Tu acceso al ${place} fue aprobado. Ya puedes usar Umbral allí.`]
        : [
            `Tu solicitud de acceso al ${place} fue rechazada.`,
            `Si crees que es un error, habla con ${whom}.`,
          ]),
    ],
    link: news.approved ? { label: "Iniciar sesión", url: `${publicUrlOf(services.env)}/` } : undefined,
  });
}
