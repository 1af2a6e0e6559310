import type {
  changeOutsidePass,
  makeOutsidePass,
  OutsidePass,
} from "@umbral/contract/integrations/outside-passes.contract";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import type { z } from "zod";
import type { Services, TokenCaller } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { makePassAs } from "./make-pass.ts";
import type { Host } from "./pass-hosts.ts";
import { findPass, type PassRow } from "./passes.queries.ts";
import { changeAs, shownNow, takeBackAs } from "./passes.service.ts";

/** Of what a home hears besides the first arrival, it chooses by itself: its people may change the pass. */
const TELLS = { tellsExit: false, tellsOverstay: true };

/**
 * Lets a guest of a home come, as its people do: by the same limits, and seen by them.
 * @throws {Refused} NOT_FOUND for a home of another building, or to which nobody belongs; those of making one
 */
export async function makePassForProgram(
  services: Services,
  { accountId, buildingId }: TokenCaller,
  wanted: z.output<(typeof makeOutsidePass)["body"]>,
): Promise<z.input<(typeof makeOutsidePass)["reply"]>> {
  const host: Host = { as: "home", buildingId, apartmentId: wanted.apartmentId };
  const made = await makePassAs(services, { actor: { id: accountId }, host }, { ...wanted, ...TELLS });
  return { pass: asOutside(made.pass), sharing: made.sharing };
}

/** @throws {Refused} PASS_NOT_FOUND for one that this token did not make */
export async function readPassForProgram(
  services: Services,
  caller: TokenCaller,
  passId: string,
): Promise<{ pass: OutsidePass }> {
  return { pass: asOutside(await shownNow(services, await findOfProgram(services, caller, passId))) };
}

/** @throws {Refused} PASS_NOT_FOUND, and those of changing one */
export async function changePassForProgram(
  services: Services,
  caller: TokenCaller,
  passId: string,
  wanted: z.output<(typeof changeOutsidePass)["body"]>,
): Promise<{ pass: OutsidePass }> {
  const row = await findOfProgram(services, caller, passId);
  const host: Host = { as: "home", buildingId: caller.buildingId, apartmentId: row.apartmentId };
  // What its home chose to be told stays as it is.
  const { tellsExit, tellsOverstay } = row;
  const told = { ...wanted, tellsExit, tellsOverstay };
  const { pass } = await changeAs(services, { actor: { id: caller.accountId }, host, row }, told);
  return { pass: asOutside(pass) };
}

/** @throws {Refused} PASS_NOT_FOUND */
export async function takePassBackForProgram(
  services: Services,
  caller: TokenCaller,
  passId: string,
): Promise<{ pass: OutsidePass }> {
  const { buildingId } = await findOfProgram(services, caller, passId);
  const { pass } = await takeBackAs(services, { id: caller.accountId }, { buildingId, passId });
  return { pass: asOutside(pass) };
}

async function findOfProgram(
  { db }: Services,
  { accountId, buildingId }: TokenCaller,
  passId: string,
): Promise<PassRow> {
  const row = await findPass(db, buildingId, passId);
  if (row?.madeBy !== accountId) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return row;
}

/** What the screens of its home show besides is not a program's: who else changes it, and what they are told. */
const asOutside = ({
  buildingId: _building,
  madeAs: _as,
  madeBy: _by,
  tellsExit: _exit,
  tellsOverstay: _overstay,
  ...pass
}: Pass): OutsidePass => pass;
