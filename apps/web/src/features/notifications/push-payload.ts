import type { PushPayload } from "@umbral/contract/notifications/notifications.contract";

/** All of them: one that is missing here does not compile. */
const kinds: Readonly<Record<PushPayload["kind"], true>> = {
  call: true,
  "call-ended": true,
  notice: true,
  alarm: true,
  "bell-test": true,
};

/**
 * What a push carries, or null for what this version of the worker does not know. The schema itself would
 * cost the worker the schema library.
 */
export function readPush(text: string): PushPayload | null {
  try {
    const value: unknown = JSON.parse(text);
    return isPush(value) ? value : null;
  } catch {
    return null;
  }
}

/** The same of what was kept with a notification. */
export function isPush(value: unknown): value is PushPayload {
  return (
    typeof value === "object" &&
    value !== null &&
    ["kind", "title", "body", "path", "tag", "expiresAt"].every(
      (name) => typeof Reflect.get(value, name) === "string",
    ) &&
    Object.hasOwn(kinds, Reflect.get(value, "kind")) &&
    // Never another site, whatever a push says.
    /^\/(?![/\\])/.test(Reflect.get(value, "path")) &&
    ["string", "undefined"].includes(typeof Reflect.get(value, "proof"))
  );
}
