import { z } from "zod";
import { endpoint, tokensThatMay } from "../lib/endpoint.ts";
import { inPagesOf, Search } from "../lib/pages.ts";
import { notPersonal } from "../lib/personal.ts";
import { Pass, Sharing, WantedPass } from "../passes/passes.contract.ts";

/*
 * Guests whom a program lets come to a home of its building: a booking system, a concierge's own software. The home sees
 * them among its own, with the token's name, and may change them and take them back.
 */

const none = z.strictObject({});
const byPass = z.strictObject({ passId: z.uuid() });
const programs = tokensThatMay("passes:write");

/** A pass as the program that made it sees it. */
export const OutsidePass = Pass.pick({
  id: true,
  apartment: true,
  guest: true,
  names: true,
  from: true,
  until: true,
  hours: true,
  entries: true,
  entered: true,
  left: true,
  state: true,
  isOverstaying: true,
  lastMovementAt: true,
  createdAt: true,
});
export type OutsidePass = z.infer<typeof OutsidePass>;

const Wanted = WantedPass.omit({ tellsExit: true, tellsOverstay: true }).extend({
  hours: WantedPass.shape.hours.default(null),
  entries: WantedPass.shape.entries.default(1),
});

export const readOutsideHomes = endpoint({
  method: "GET",
  path: "/api/v1/homes",
  summary: "The homes of the building, by name",
  access: programs,
  params: none,
  query: z.strictObject({ search: Search, ...inPagesOf(100) }),
  body: z.undefined(),
  reply: z.object({
    homes: z.array(
      z.object({ id: z.uuid(), name: notPersonal("of a place", z.string()), tower: z.string() }),
    ),
    totalPages: z.number().int(),
  }),
});

/**
 * Without `hours` for 30 days at the most, with them for a year, and no longer than the token. The same `requestId` again is the
 * first time again. Refusals: NOT_FOUND (404) for a home of another building, or one to which nobody belongs;
 * PASS_TIMES_NOT_VALID, PASS_NAMES_DO_NOT_FIT (422); PASSES_FULL (409) for a home with a hundred that may still be used.
 */
export const makeOutsidePass = endpoint({
  method: "POST",
  path: "/api/v1/passes",
  summary: "Let a guest of a home come",
  access: programs,
  params: none,
  query: none,
  body: Wanted.extend({ apartmentId: z.uuid(), requestId: z.uuid() }),
  reply: z.object({ pass: OutsidePass, sharing: Sharing }),
});

/** Refusals: PASS_NOT_FOUND (404) for one that this token did not make. */
export const readOutsidePass = endpoint({
  method: "GET",
  path: "/api/v1/passes/{passId}",
  summary: "A pass that this token made, and what became of it",
  access: programs,
  params: byPass,
  query: none,
  body: z.undefined(),
  reply: z.object({ pass: OutsidePass }),
});

/** Refusals: PASS_NOT_FOUND (404), PASS_IS_OVER, PASS_NAME_CAME (409), and those of its making. */
export const changeOutsidePass = endpoint({
  method: "PUT",
  path: "/api/v1/passes/{passId}",
  summary: "Change or extend a pass that this token made; its code and its page stay",
  access: programs,
  params: byPass,
  query: none,
  body: Wanted,
  reply: z.object({ pass: OutsidePass }),
});

/** It opens nothing from now on. A second time is the first one again. Refusals: PASS_NOT_FOUND (404). */
export const takeOutsidePassBack = endpoint({
  method: "DELETE",
  path: "/api/v1/passes/{passId}",
  summary: "Take a pass back that this token made",
  access: programs,
  params: byPass,
  query: none,
  body: z.undefined(),
  reply: z.object({ pass: OutsidePass }),
});
