import { NoConnection } from "./failures.ts";

/**
 * For what went wrong and is made good without the person: the browser's console and its crash reports
 * get it. A network that is away is no fault of anything here, and the screen says so by itself.
 */
export function reportTrouble(error: unknown): void {
  if (!(error instanceof NoConnection)) {
    reportError(error);
  }
}
