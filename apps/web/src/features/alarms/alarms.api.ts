import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  closeAlarm,
  confirmAlarm,
  listAlarms,
  readAlarm,
  seeAlarm,
  UserEvent,
  userEvent,
} from "@umbral/contract/alarms/alarms.contract";
import { call } from "../../lib/call.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { ask } from "../../lib/socket.ts";

/** A success of silencing or restarting is told after this long, never sooner (specification §9). */
export const SUCCESS_MS = 1000;

/** Raises or silences. Ends when the server has it, with what the controller said of its siren. */
export function sendUserEvent(payload: {
  buildingId: string;
  event: UserEvent;
  drill?: boolean;
  reason?: string;
}) {
  return ask<typeof userEvent>("user_event", payload, { waitsForLine: true });
}

export function sayUnderstood(buildingId: string, alarmId: string) {
  return call<typeof seeAlarm>("POST", "/api/buildings/{buildingId}/alarms/{alarmId}/seen", {
    params: { buildingId, alarmId },
    body: {},
  });
}

export function confirmEmergency(buildingId: string, alarmId: string) {
  return call<typeof confirmAlarm>("POST", "/api/buildings/{buildingId}/alarms/{alarmId}/confirm", {
    params: { buildingId, alarmId },
    body: {},
  });
}

export function closeWithNote(buildingId: string, alarmId: string, note: string) {
  return call<typeof closeAlarm>("POST", "/api/buildings/{buildingId}/alarms/{alarmId}/close", {
    params: { buildingId, alarmId },
    body: { note },
  });
}

/** One page of the alarms of a building, newest first. */
export function useAlarms(buildingId: string, page: number) {
  return useQuery({
    ...queryOf<typeof listAlarms>("GET", "/api/buildings/{buildingId}/alarms", {
      params: { buildingId },
      query: { page },
    }),
    placeholderData: keepPreviousData,
  });
}

/** One alarm, with everybody in it. */
export function useAlarm(buildingId: string, alarmId: string) {
  return useQuery({
    ...queryOf<typeof readAlarm>("GET", "/api/buildings/{buildingId}/alarms/{alarmId}", {
      params: { buildingId, alarmId },
    }),
    select: ({ alarm }) => alarm,
  });
}

export const refreshAlarms = (buildingId: string): Promise<void> =>
  refresh(
    keyOf<typeof listAlarms>("GET", "/api/buildings/{buildingId}/alarms", { params: { buildingId } }),
    keyOf<typeof readAlarm>("GET", "/api/buildings/{buildingId}/alarms/{alarmId}", {
      params: { buildingId },
    }),
  );
