import { callSupport } from "../media/index.ts";
import type { openCall } from "./open-calls.ts";

/**
 * Enters a call as soon as its code is there, which was fetched while it rang. Should its screen be faster,
 * or this not be possible, the screen enters by itself.
 */
export function openWhenLoaded(...call: Parameters<typeof openCall>): void {
  if (callSupport() !== "none") {
    import("./open-calls.ts").then(
      (calls) => calls.openCall(...call),
      () => undefined,
    );
  }
}
