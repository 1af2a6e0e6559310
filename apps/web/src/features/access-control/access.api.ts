import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  AccessLevelChange,
  AccessLevelFields,
  AccessScheduleFields,
  changeAccessLevel,
  changeAccessSchedule,
  changeOfflineDays,
  createAccessLevel,
  createAccessSchedule,
  deleteAccessLevel,
  deleteAccessSchedule,
  deleteBuildingHoliday,
  giveAccessLevel,
  readAccess,
  readPersonLevels,
  setBuildingHoliday,
  takeAccessLevel,
  testAccess,
} from "@umbral/contract/access-control/access-levels.contract";
import type { listLevelPeople } from "@umbral/contract/access-control/level-people.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

/** All that decides who comes into a building, but for the people. */
export const useAccess = (buildingId: string) =>
  useQuery(
    queryOf<typeof readAccess>("GET", "/api/{product}/buildings/{id}/access-levels", {
      params: { id: buildingId },
    }),
  );

/** Where somebody comes in in a building. */
export function usePersonLevels(buildingId: string, userId: string) {
  return useQuery({
    ...queryOf<typeof readPersonLevels>("GET", "/api/{product}/users/{id}/access-levels", {
      params: { id: userId },
      query: { buildingId },
    }),
    select: ({ levels }) => levels,
  });
}

/** One page of who has a level, by name. */
export const useLevelPeople = (id: string, levelId: string, query: { search: string; page: number }) =>
  useQuery({
    ...queryOf<typeof listLevelPeople>(
      "GET",
      "/api/{product}/buildings/{id}/access-levels/{levelId}/people",
      {
        params: { id, levelId },
        query,
      },
    ),
    placeholderData: keepPreviousData,
  });

/** After something of it was made, changed or deleted, here or by somebody else. */
export const refreshAccess = (buildingId: string): Promise<void> =>
  refresh(
    keyOf<typeof readAccess>("GET", "/api/{product}/buildings/{id}/access-levels", {
      params: { id: buildingId },
    }),
    keyOf<typeof readPersonLevels>("GET", "/api/{product}/users/{id}/access-levels", {
      query: { buildingId },
    }),
    keyOf<typeof listLevelPeople>("GET", "/api/{product}/buildings/{id}/access-levels/{levelId}/people", {
      params: { id: buildingId },
    }),
  );

export const makeLevel = (id: string, body: AccessLevelFields) =>
  call<typeof createAccessLevel>("POST", "/api/{product}/buildings/{id}/access-levels", {
    params: { id },
    body,
  });

/** What is not said of a level stays as it is. */
export const saveLevel = (id: string, levelId: string, body: AccessLevelChange) =>
  call<typeof changeAccessLevel>("PUT", "/api/{product}/buildings/{id}/access-levels/{levelId}", {
    params: { id, levelId },
    body,
  });

export const dropLevel = (id: string, levelId: string) =>
  call<typeof deleteAccessLevel>("DELETE", "/api/{product}/buildings/{id}/access-levels/{levelId}", {
    params: { id, levelId },
  });

/** @param scheduleId null for a new one */
export const saveSchedule = (id: string, scheduleId: string | null, body: AccessScheduleFields) =>
  scheduleId === null
    ? call<typeof createAccessSchedule>("POST", "/api/{product}/buildings/{id}/access-schedules", {
        params: { id },
        body,
      })
    : call<typeof changeAccessSchedule>(
        "PUT",
        "/api/{product}/buildings/{id}/access-schedules/{scheduleId}",
        {
          params: { id, scheduleId },
          body,
        },
      );

export const dropSchedule = (id: string, scheduleId: string) =>
  call<typeof deleteAccessSchedule>("DELETE", "/api/{product}/buildings/{id}/access-schedules/{scheduleId}", {
    params: { id, scheduleId },
  });

export const saveHoliday = (id: string, { day, name }: { day: string; name: string }) =>
  call<typeof setBuildingHoliday>("PUT", "/api/{product}/buildings/{id}/holidays/{day}", {
    params: { id, day },
    body: { name },
  });

export const dropHoliday = (id: string, day: string) =>
  call<typeof deleteBuildingHoliday>("DELETE", "/api/{product}/buildings/{id}/holidays/{day}", {
    params: { id, day },
  });

export const saveOfflineDays = (id: string, offlineDays: number) =>
  call<typeof changeOfflineDays>("PUT", "/api/{product}/buildings/{id}/offline-days", {
    params: { id },
    body: { offlineDays },
  });

export interface Grant {
  levelId: string;
  from: string | null;
  until: string | null;
}

export const giveLevel = (id: string, userId: string, { levelId, ...body }: Grant) =>
  call<typeof giveAccessLevel>(
    "PUT",
    "/api/{product}/buildings/{id}/access-levels/{levelId}/people/{userId}",
    {
      params: { id, levelId, userId },
      body,
    },
  );

export const takeLevel = (id: string, userId: string, levelId: string) =>
  call<typeof takeAccessLevel>(
    "DELETE",
    "/api/{product}/buildings/{id}/access-levels/{levelId}/people/{userId}",
    {
      params: { id, levelId, userId },
    },
  );

/** By whom, by a card's number or by a PIN; at which door, and when. */
export type AskedAccess = z.input<(typeof testAccess)["body"]>;

export const tryAccess = (id: string, body: AskedAccess) =>
  call<typeof testAccess>("POST", "/api/{product}/buildings/{id}/access-test", { params: { id }, body });
