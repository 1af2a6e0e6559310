import { type importPeople, SHEET_ROWS } from "@umbral/contract/buildings/import.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate } from "../../platform/database.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { BadSheet, readSheet } from "../../platform/spreadsheet.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { findPresent, lockBuilding, writePlan } from "./import.queries.ts";
import { type Plan, planOf } from "./import-plan.ts";
import { rowsOf, type WantedRow } from "./import-rows.ts";

/** The template has eleven columns; whoever adds notes of their own beside them may. */
const COLUMNS = 40;

/** Tries a spreadsheet on a building, or brings all of it in; with an error in any row, nothing. */
export async function importInto(
  services: Services,
  actor: Actor,
  buildingId: string,
  { file, apply }: z.output<(typeof importPeople)["body"]>,
): Promise<z.input<(typeof importPeople)["reply"]>> {
  const { db, clock, newId, live } = services;
  const rows = await wantedRows(file);
  const at = clock.now();
  const outcome = await db
    .transaction()
    .execute(async (trx) => {
      if (!(await lockBuilding(trx, buildingId))) {
        throw new Refused("NOT_FOUND");
      }
      const plan = planOf(rows, await findPresent(trx, buildingId, rows), newId);
      const isApplied = apply === "true" && plan.rows.every(({ outcome: one }) => one !== "error");
      if (isApplied) {
        await writePlan(trx, buildingId, plan, { by: actor.id, at });
        await writeAuditLine(trx, {
          buildingId,
          actorId: actor.id,
          action: "buildings.imported",
          subjectId: buildingId,
          detail: countsOf(plan),
          at,
        });
      }
      return { plan, isApplied };
    })
    .catch((error: unknown) => {
      // Somebody registered, or was given a card, in the same moment.
      throw isDuplicate(error) ? new Refused("IMPORT_CHANGED") : error;
    });
  if (outcome.isApplied) {
    const fresh = new Set(outcome.plan.users.map(({ id }) => id));
    const known = new Set(outcome.plan.spaces.map(({ userId }) => userId).filter((id) => !fresh.has(id)));
    for (const userId of known) {
      live.tell(person(userId), "spaces:changed", {});
    }
  }
  return { isApplied: outcome.isApplied, rows: outcome.plan.rows };
}

async function wantedRows(file: File): Promise<WantedRow[]> {
  const bytes = Buffer.from(await file.arrayBuffer());
  try {
    const sheet = await readSheet(bytes, { rows: SHEET_ROWS + 1, columns: COLUMNS });
    const read = rowsOf(sheet);
    if ("missing" in read) {
      throw new BadSheet(`Faltan columnas: ${read.missing.join(", ")}.`);
    }
    if (read.rows.length === 0) {
      throw new BadSheet("El archivo no tiene filas.");
    }
    return read.rows;
  } catch (error) {
    if (error instanceof BadSheet) {
      throw new Refused("SHEET_NOT_VALID", { errors: [{ property: "file", message: error.message }] });
    }
    throw error;
  }
}

const countsOf = ({ apartments, users, spaces, cards }: Plan) => ({
  apartments: apartments.length,
  people: users.length,
  spaces: spaces.length,
  cards: cards.length,
});
