import type { PersonProgress, RungWay } from "./lobby-call-view.ts";

/** How it goes with one person, while an apartment is called. */
export const progressWords: Record<PersonProgress, string> = {
  notifying: "Notificando al residente…",
  ringing: "Timbrando en su dispositivo",
  "no-devices": "Sin dispositivos conectados",
  accepted: "Contestó",
  telephone: "Contestó por teléfono",
  rejected: "Rechazó la llamada",
  missed: "No respondió",
  ended: "Llamada cancelada",
};

/** Of each way by which the call goes to somebody: its short name, and what is true once it has. */
export const wayWords: Record<RungWay, { label: string; done: string }> = {
  device: { label: "Timbre", done: "Timbrando en su dispositivo" },
  push: { label: "Aviso", done: "Notificación push enviada" },
  voice: { label: "Llamada", done: "Llamada telefónica automática realizada" },
  sms: { label: "SMS", done: "SMS enviado" },
};
