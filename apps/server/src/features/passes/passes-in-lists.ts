import type { PassSource } from "../access-control/pass-source.ts";
import { findLiving, findLivingIds, longestCode } from "./passes-in-lists.queries.ts";

/** What access lists have to know of passes. */
export const passesInLists: PassSource = { findLiving, findLivingIds, longestCode };
