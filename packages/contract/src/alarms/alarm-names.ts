import type { AlarmEvent } from "./alarms.contract.ts";

/** The buttons' own words (specification §2), without what only a button says. */
export const alarmNames: Readonly<Record<AlarmEvent, string>> = {
  INTRUSION: "Alerta de Seguridad (Intruso)",
  EMERGENCY: "Alerta de Emergencia",
};
