import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { writeMail } from "../notifications/notifications.service.ts";
import { findPasswordHolder } from "./recovery.queries.ts";

/** A mail that could not be sent for this long is not news any more. */
const NOTICE_MS = 24 * 3_600_000;

/** What happened to the second step of somebody's sign-in. */
const news = {
  set: {
    subject: "Activaste la verificación en dos pasos",
    happened:
      "Tu cuenta de administrador de Umbral tiene desde ahora verificación en dos pasos, con una app de verificación.",
  },
  replaced: {
    subject: "Tu verificación en dos pasos cambió",
    happened:
      "La app de verificación de tu cuenta se cambió por otra. Los códigos de la anterior y los códigos de respaldo de antes ya no sirven.",
  },
  taken: {
    subject: "Restablecieron tu verificación en dos pasos",
    happened:
      "Otro administrador quitó la verificación en dos pasos de tu cuenta y se cerraron tus sesiones. La próxima vez que inicies sesión activarás una nueva.",
  },
  "codes-made": {
    subject: "Creaste códigos de respaldo nuevos",
    happened: "Tu cuenta tiene códigos de respaldo nuevos. Los de antes ya no sirven.",
  },
  "code-used": {
    subject: "Entraron a tu cuenta con un código de respaldo",
    happened:
      "Alguien inició sesión en tu cuenta con tu contraseña y uno de tus códigos de respaldo. Ese código ya no sirve.",
  },
  "passkey-added": {
    subject: "Agregaste una llave de acceso",
    happened:
      "Tu cuenta de administrador tiene una llave de acceso nueva: sirve como segundo paso para iniciar sesión.",
  },
  "passkey-removed": {
    subject: "Quitaste una llave de acceso",
    happened: "Una llave de acceso de tu cuenta se quitó y ya no sirve para iniciar sesión.",
  },
  "passkey-refused": {
    subject: "Rechazamos una de tus llaves de acceso",
    happened:
      "Alguien intentó entrar con tu contraseña y una llave de acceso que pudo ser copiada. No lo dejamos entrar. Quita esa llave en tu perfil y agrega otra.",
  },
} as const;

export type SecurityNews = keyof typeof news;

/** Writes somebody that the second step of their sign-in changed: whoever did not do it learns of it. */
export async function tellOfSecurity(
  services: Services,
  trx: Trx,
  userId: string,
  what: SecurityNews,
): Promise<void> {
  const { name, email } = await findPasswordHolder(trx, userId);
  if (email === "") {
    return;
  }
  const { subject, happened } = news[what];
  await writeMail(services, trx, {
    userId,
    to: email,
    subject,
    paragraphs: [
      `Hola, ${name}.`,
      happened,
      "Si no fuiste tú o no lo esperabas, cambia tu contraseña ahora y avisa a otro administrador de la plataforma.",
    ],
    link: { label: "Recuperar mi contraseña", url: `${publicUrlOf(services.env)}/recuperar` },
    expiresAt: new Date(services.clock.now().getTime() + NOTICE_MS),
  });
}
