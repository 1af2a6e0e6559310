import { formatDate, formatSince } from "../../lib/dates.ts";
import type { CameraView } from "./camera-view.ts";

/** What a camera says of itself. `now` and the building's time zone are for 'desde las 10:42 AM'. */
export function viewSentence(view: CameraView, now: Date, timeZone: string | undefined): string {
  switch (view.kind) {
    case "connecting":
      return view.isSlow ? "La cámara tarda en responder…" : "Conectando…";
    case "live":
      return "En vivo";
    case "stalled":
      return `Imagen detenida desde ${formatSince(view.since, now, timeZone)}`;
    case "no-signal":
      return `Sin señal desde ${formatSince(view.since, now, timeZone)}`;
    case "away":
      return `La cámara está sin conexión desde ${formatSince(view.since, now, timeZone)}`;
    case "unreachable":
      return "Sin conexión con Umbral";
    case "refused":
      return view.sentence;
  }
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How old a picture is: 'Hace 3 min', 'Hace 2 h', its date from a day on. Clocks differ: none is of the future. */
export function ageWords(at: string, now: Date, timeZone: string | undefined): string {
  const age = now.getTime() - Date.parse(at);
  if (age < MINUTE_MS) {
    return "Hace un momento";
  }
  if (age < HOUR_MS) {
    return `Hace ${Math.floor(age / MINUTE_MS)} min`;
  }
  return age < 24 * HOUR_MS ? `Hace ${Math.floor(age / HOUR_MS)} h` : formatDate(at, timeZone);
}

/** 'Cámara Entrada'; a camera that is called so already is not called so twice. */
export const cameraLabel = (name: string): string => (/^c[aá]mara\b/i.test(name) ? name : `Cámara ${name}`);
