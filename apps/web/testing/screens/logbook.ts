import type { LogbookLine } from "@umbral/contract/logbook/logbook.contract";
import { idOf } from "./people.ts";

/** What the doorman wrote down then. */
export const noteOf = (count: number, at: string, text: string): LogbookLine => ({
  id: idOf(count),
  at,
  kind: "NOTE",
  category: "NOVEDAD",
  detail: {},
  actor: "Pedro Portero",
  person: null,
  incoming: null,
  text,
  open: null,
  isErased: false,
  pictures: [],
  corrects: null,
  corrections: [],
});
