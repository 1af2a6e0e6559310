import { type importPeople, SHEET_ROWS } from "@umbral/contract/buildings/import.contract";
import type { z } from "zod";
import type { Actor, Services } from "../../platform/context.ts";
import { isDuplicate, isOutcomeUnknown, type Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { BadSheet } from "../../platform/sheet.ts";
import { readSheet } from "../../platform/spreadsheet.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { takeFromGone } from "../cards/card-states.ts";
import { giveCards } from "../cards/index.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import { findPresent, lockBuilding, writePlan } from "./import.queries.ts";
import { asFarAsAllowed } from "./import-limits.ts";
import { type Plan, type PlannedInvitation, planOf } from "./import-plan.ts";
import { Importing } from "./import-progress.ts";
import { HEADERS_WITHIN, rowsOf, type WantedRow } from "./import-rows.ts";

/** The template has twelve columns; whoever adds notes of their own beside them may. */
const COLUMNS = 40;

/** What an import asks of the room above that invites people. */
export interface Inviting {
  /** Writes invitations and the messages that carry them. */
  writeInvitations(
    services: Services,
    trx: Trx,
    given: { buildingId: string; buildingName: string; by: string },
    wanted: readonly PlannedInvitation[],
  ): Promise<unknown>;
  /** More cards for invitations that wait. */
  promiseMoreCards(trx: Trx, promised: Plan["promised"]): Promise<void>;
  /** Of these tags, those that an invitation promises which ran out are promised no more. */
  letOverduePromisesGo(trx: Trx, tags: readonly string[], now: Date): Promise<void>;
}

/**
 * Tries a spreadsheet on a building, or brings all of it in; with an error in any row, nothing. Whoever hangs up
 * before the last row is in has cancelled it.
 */
export async function importInto(
  services: Services,
  inviting: Inviting,
  actor: Actor,
  buildingId: string,
  { importId, ...wanted }: z.output<(typeof importPeople)["body"]>,
  hungUp: AbortSignal,
): Promise<z.input<(typeof importPeople)["reply"]>> {
  const work = new Importing(services, { sessionId: actor.sessionId, importId, hungUp });
  const { plan, isApplied } = await bringIn(services, inviting, actor, buildingId, wanted, work).catch(
    (error: unknown) => {
      // A line that broke may have broken after all was saved: then nobody knows, and nothing is said.
      if (!isOutcomeUnknown(error)) {
        work.endedAs("dropped");
      }
      throw error;
    },
  );
  if (isApplied) {
    work.endedAs("saved");
    services.wakeOutbox();
    await tellOfBuilding(services, buildingId);
  }
  return { isApplied, rows: plan.rows };
}

async function bringIn(
  services: Services,
  { writeInvitations, promiseMoreCards, letOverduePromisesGo }: Inviting,
  actor: Actor,
  buildingId: string,
  { file, apply }: Pick<z.output<(typeof importPeople)["body"]>, "file" | "apply">,
  work: Importing,
): Promise<{ plan: Plan; isApplied: boolean }> {
  const { db, clock, newId } = services;
  const rows = await wantedRows(file, work);
  const at = clock.now();
  return db
    .transaction()
    .execute(async (trx) => {
      const building = await lockBuilding(trx, buildingId, at);
      if (!building) {
        throw new Refused("NOT_FOUND");
      }
      const { ways } = services;
      const present = { ...building, ways, ...(await findPresent(trx, buildingId, rows, at)) };
      const allowed = asFarAsAllowed(actor, rows, present);
      const plan = await planOf(allowed, present, newId, work.turns);
      const isApplied = apply === "true" && plan.rows.every(({ outcome: one }) => one !== "error");
      if (isApplied) {
        const onRow = (row: number, of: number) => work.isAt("saving", row, of);
        const given = { buildingId, buildingName: building.name, by: actor.id };
        // Before any of them is sent again, and promises what it promised.
        await letOverduePromisesGo(trx, tagsOf(plan), at);
        await writePlan(trx, buildingId, plan, {
          onRow,
          async invite({ invitations, promised }) {
            await writeInvitations(services, trx, given, invitations);
            await promiseMoreCards(trx, promised);
          },
          async give(cards) {
            const tags = cards.map(({ tag }) => tag);
            // Who has the role already is there.
            await takeFromGone(trx, { tags, nextOf: null, by: actor.id, at });
            await giveCards(trx, cards, at);
          },
        });
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
}

async function wantedRows(file: File, work: Importing): Promise<WantedRow[]> {
  const bytes = Buffer.from(await file.arrayBuffer());
  try {
    work.isAt("reading", 0, 0);
    const sheet = await readSheet(bytes, { rows: SHEET_ROWS + HEADERS_WITHIN, columns: COLUMNS }, work.turns);
    const read = await rowsOf(sheet, work.turns, (row, of) => work.isAt("checking", row, of));
    if ("missing" in read) {
      throw new BadSheet(`Faltan columnas: ${read.missing.join(", ")}.`);
    }
    if (read.rows.length === 0) {
      throw new BadSheet("El archivo no tiene filas.");
    }
    if (read.rows.length > SHEET_ROWS) {
      throw new BadSheet(`El archivo tiene más de ${SHEET_ROWS} filas. Divídelo en varios.`);
    }
    return read.rows;
  } catch (error) {
    if (error instanceof BadSheet) {
      throw new Refused("SHEET_NOT_VALID", { errors: [{ property: "file", message: error.message }] });
    }
    throw error;
  }
}

const tagsOf = ({ invitations, cards, promised }: Plan): string[] =>
  [...invitations.flatMap((one) => one.cards), ...cards, ...promised].map(({ tag }) => tag);

const countsOf = ({ apartments, invitations, cards, promised }: Plan) => ({
  apartments: apartments.length,
  people: new Set(invitations.map(({ cedula }) => cedula)).size,
  invitations: invitations.length,
  cards: cards.length + promised.length + invitations.reduce((sum, one) => sum + one.cards.length, 0),
});
