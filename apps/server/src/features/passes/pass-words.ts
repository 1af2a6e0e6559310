import { scheduleWords } from "@umbral/contract/access-control/access-words";
import { dateWords, dayWords, timeWords, wallTimeOf } from "@umbral/contract/lib/date-words";
import { mailOf, type OutgoingMessage } from "../notifications/notifications.service.ts";
import type { PassRow } from "./passes.queries.ts";

/** How long a page is tried to be delivered, and no longer than it is good for anything. */
const SENDING_MS = 24 * 3_600_000;
/** Where a home sees its guests in the web. */
const PASSES_PATH = "/building/dashboard/invitaciones";

interface Place {
  name: string;
  timeZone: string;
}

/** 'del 24 dic 2026 3:00 PM al 24 dic 2026 6:00 PM', 'lun–vie 8:00 AM–5:00 PM, hasta el 24 dic 2026'. */
function whenWords({ startsAt, endsAt, hours }: PassRow, { timeZone }: Place): string {
  return hours === null
    ? `del ${dateWords(startsAt, timeZone)} al ${dateWords(endsAt, timeZone)}`
    : `${scheduleWords(hours)}, hasta el ${dayWords(wallTimeOf(endsAt, timeZone))}`;
}

/** The guest's page, to the guest: it says who lives where as little as the page itself. */
export function pageTo({
  by,
  to,
  pass,
  building,
  code,
  address,
  now,
}: {
  by: "email" | "sms";
  to: string;
  pass: PassRow;
  building: Place;
  code: string;
  address: string;
  now: Date;
}): OutgoingMessage {
  const expiresAt = new Date(Math.min(pass.endsAt.getTime(), now.getTime() + SENDING_MS));
  const subject = `Tu invitación a ${building.name}`;
  if (by === "email") {
    return mailOf({
      userId: null,
      to,
      subject,
      paragraphs: [
        `Hola, ${pass.name}.`,
        `Te esperan en ${building.name}, ${whenWords(pass, building)}.`,
        `Tu código de ingreso es ${code}. Dilo en portería, escríbelo en el teclado de la entrada o muestra el QR que está en este enlace. No lo compartas con nadie.`,
      ],
      link: { label: "Ver mi invitación", url: address },
      expiresAt,
    });
  }
  return {
    channel: "sms",
    to,
    subject,
    body: `Te esperan en ${building.name}, ${whenWords(pass, building)}. Tu código de ingreso es ${code}. Tu invitación: ${address}`,
    data: {},
    userId: null,
    expiresAt,
  };
}

/** What is told of a guest. */
export type PassNews = "arrival" | "exit" | "overstay";

/** What a host's devices say of a guest. */
export function newsOf(
  news: PassNews,
  { id, name, at, endsAt }: { id: string; name: string; at: Date; endsAt: Date },
  building: Place,
): { push: "guest"; subject: string; body: string; smsBody: string; data: Record<string, string> } {
  const timeOf = (moment: Date) => timeWords(wallTimeOf(moment, building.timeZone));
  const subject = {
    arrival: `Llegó ${name}`,
    exit: `Salió ${name}`,
    overstay: `${name} sigue en el edificio`,
  }[news];
  const when = news === "overstay" && endsAt <= at ? `Su tiempo terminó: ${timeOf(endsAt)}` : timeOf(at);
  const body =
    news === "overstay" && endsAt > at
      ? `Está fuera de su horario · ${building.name}`
      : `${when} · ${building.name}`;
  return { subject, body, smsBody: "", push: "guest", data: { path: PASSES_PATH, tag: `pass-${id}` } };
}
