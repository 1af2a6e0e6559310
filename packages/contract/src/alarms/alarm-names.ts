import type { AlarmEvent } from "./alarms.contract.ts";

/** The buttons' own words (specification §2), without what only a button says. */
export const alarmNames: Readonly<Record<AlarmEvent, string>> = {
  INTRUSION: "Alerta de Seguridad (Intruso)",
  EMERGENCY: "Alerta de Emergencia",
};

/** What an alarm is called wherever it is told. A drill says so before anything else. */
export const alarmTitle = ({ event, drill }: { event: AlarmEvent; drill: boolean }): string =>
  drill ? `Simulacro: ${alarmNames[event]}` : alarmNames[event];
