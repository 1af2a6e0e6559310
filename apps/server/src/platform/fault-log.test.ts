import pg from "pg";
import pino from "pino";
import { expect, it } from "vitest";
import { z } from "zod";
import { FaultLog } from "./fault-log.ts";

const Line = z.object({ level: z.number(), what: z.string(), times: z.number() });

function newFaultLog() {
  const lines: z.infer<typeof Line>[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void lines.push(Line.parse(JSON.parse(line))) });
  return { faults: new FaultLog(log, "request failed"), lines };
}

const gone = () =>
  Object.assign(new pg.DatabaseError("llave foránea", 1, "error"), {
    code: "23503",
    table: "parcels",
    detail: "Key (home_id) is not present in table homes.",
  });
const duplicate = () => Object.assign(new pg.DatabaseError("doble", 1, "error"), { code: "23505" });
const { warn, error } = pino.levels.values;

it("a fault is not hidden behind another kind of the same route", () => {
  const { faults, lines } = newFaultLog();
  faults.note("POST /parcels", gone());
  faults.note("POST /parcels", duplicate());
  faults.note("POST /parcels", new TypeError("x is undefined"));
  faults.note("POST /parcels", gone());
  faults.note("POST /parcels", duplicate());
  expect(lines.map(({ level }) => level)).toEqual([warn, error, error]);
  expect(new Set(lines.map(({ what }) => what))).toEqual(new Set(["POST /parcels"]));
  faults.stop();
  expect(lines.slice(3)).toEqual([
    { level: warn, what: "POST /parcels", times: 1 },
    { level: error, what: "POST /parcels", times: 1 },
  ]);
});
