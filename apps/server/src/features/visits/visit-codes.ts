import { VISIT_CODE_DIGITS } from "@umbral/contract/visits/visits.contract";
import { randomDigits } from "../../platform/code-pool.ts";

export { digestOfVisitCode as digestOfCode } from "../../platform/code-pool.ts";

/** Any number of six digits is as likely as another, and none can be guessed from those before. */
export const newVisitCode = (): string => randomDigits(VISIT_CODE_DIGITS);
