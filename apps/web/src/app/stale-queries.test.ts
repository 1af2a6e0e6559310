import { QueryClient } from "@tanstack/react-query";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import type { listOpenings } from "@umbral/contract/doors/openings.contract";
import { eventSubjects } from "@umbral/contract/event-subjects";
import type { readTerms } from "@umbral/contract/registration/terms.contract";
import { describe, expect, it } from "vitest";
import { type EndpointKey, keyOf, queryOf } from "../lib/endpoint-query.ts";
import { eventsOfNews, isInNews, staleAfter } from "./stale-queries.ts";

const doorsOf = (id: string) =>
  queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id } }).queryKey;

/** Which of these would be read again after that. */
function readAgain(after: readonly EndpointKey[], kept: readonly EndpointKey[]): readonly unknown[] {
  const queries = new QueryClient();
  for (const key of kept) {
    queries.setQueryData(key, {});
  }
  for (const queryKey of after) {
    void queries.invalidateQueries({ queryKey });
  }
  return queries
    .getQueryCache()
    .findAll()
    .filter(({ state }) => state.isInvalidated)
    .map(({ queryKey }) => queryKey);
}

describe("what is read again after an event", () => {
  it("is what was read of the building that changed, and not of another", () => {
    const stale = staleAfter("building:changed", { buildingId: "mirador" });
    if (stale === "everything") {
      throw new Error("not everything");
    }
    const kept = [doorsOf("mirador"), doorsOf("almendros"), keyOf<typeof readTerms>("GET", "/api/terms")];
    expect(readAgain(stale, kept)).toEqual([doorsOf("mirador")]);
  });

  it("is every page and question of a list", () => {
    const stale = staleAfter("members:changed", { buildingId: "mirador", apartmentId: "A-101" });
    const page = [
      "GET /api/apartments/{id}/members",
      { params: { id: "A-101" }, query: { page: 2 } },
    ] as const;
    expect(readAgain(stale === "everything" ? [] : stale, [page])).toEqual([page]);
  });

  it("is everything when the person's places are others", () => {
    expect(staleAfter("spaces:changed", {})).toBe("everything");
  });

  it("is nothing when the event says all there is to know", () => {
    expect(staleAfter("read_tag", "04A1")).toEqual([]);
    expect(eventsOfNews).not.toContain("read_tag");
  });

  it("is left to the screen where somebody leafs through a busy list, which news may speak of all the same", () => {
    expect(eventsOfNews).not.toContain("event_open_door");
    expect(isInNews(keyOf<typeof listOpenings>("GET", "/api/{product}/events/open-door"))).toBe(true);
    expect(isInNews(keyOf<typeof readTerms>("GET", "/api/terms"))).toBe(false);
  });

  it("is something for every event that is about something", () => {
    const about = Object.values(eventSubjects).filter((subject) => subject !== null);
    expect(about.length).toBeGreaterThan(10);
    for (const event of eventsOfNews) {
      const stale = staleAfter(event, {
        buildingId: "b",
        apartmentId: "a",
        callId: "c",
        testId: "t",
      } as never);
      expect([event, stale.length]).toEqual([event, expect.toSatisfy((count: number) => count > 0)]);
    }
  });
});
