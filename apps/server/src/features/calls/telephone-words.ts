import { KEY_COMING, KEY_OPEN } from "@umbral/contract/calls/telephone.contract";
import type { CallRow } from "./calls.queries.ts";

/** Latin American Spanish: the provider has no voice of Colombia, and refuses to speak with one it lacks. */
const VOICE = 'voice="Polly.Mia" language="es-MX"';
/** How long a key is waited for after the words. */
const KEY_WITHIN_SECONDS = 7;

/** Who is at the door, as it is said and written. */
export function whoCalls(call: CallRow): string {
  const apartment = call.apartmentName === null ? "" : ` al apartamento ${call.apartmentName}`;
  return call.isFromLobby
    ? `${call.callerName} llama${apartment} desde la portería de ${call.buildingName}.`
    : `${call.callerName} dice que está en la entrada de ${call.buildingName} y llama${apartment}.`;
}

/** The same as the telephone says it: for the lobby, which sees the entrance, that somebody is there. */
export function whoCallsAloud(call: CallRow): string {
  return call.isFromLobby ? `${whoCalls(call)} Quien te busca está en la entrada.` : whoCalls(call);
}

/** Only the lobby's word is enough to open by a key (decisions §5). */
export const opensByTelephone = ({ isFromLobby, opensByPhone }: CallRow): boolean =>
  isFromLobby && opensByPhone;

/** What can be pressed. */
export function menuOf(opens: boolean): string {
  const open = opens ? `Para abrir la puerta, marca ${KEY_OPEN}. ` : "";
  return `${open}Para avisar que ya vas, marca ${KEY_COMING}.`;
}

export const UNAVAILABLE = "Esta llamada ya no se encuentra disponible. Adiós.";
export const OPENED = "La puerta está abierta. Adiós.";
export const TOLD = "Listo. Ya avisamos que vas.";
export const TO_OPEN = `Para abrir la puerta, marca ${KEY_OPEN}.`;
const GOODBYE = "Adiós.";

const said = (text: string): string => `<Say ${VOICE}>${escapeXml(text)}</Say>`;
const document = (verbs: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Response>${verbs}</Response>`;

/** Says it and hangs up. */
export const say = (text: string): string => document(`${said(text)}<Hangup/>`);

/** Says it, twice for who was not listening yet, waits for a key, and hangs up without one. */
export function ask(text: string, keysUrl: string): string {
  const gather =
    `<Gather input="dtmf" numDigits="1" finishOnKey="" timeout="${KEY_WITHIN_SECONDS}" method="POST"` +
    ` action="${escapeXml(keysUrl)}">${said(text)}</Gather>`;
  return document(`${gather}${gather}${said(GOODBYE)}<Hangup/>`);
}

const entities: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&apos;",
};

/** Names are people's own words; what XML cannot hold at all is left out. */
function escapeXml(text: string): string {
  return text.replace(/[^\P{C}\n\t]/gu, "").replace(/[&<>"']/g, (sign) => entities[sign] ?? "");
}
