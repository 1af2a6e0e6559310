/** The screen that sent somebody here to sign in or to register, from the state of the location; null when there was none. */
export function originIn(state: unknown): string | null {
  if (typeof state !== "object" || state === null || !("origin" in state)) {
    return null;
  }
  const { origin } = state;
  return typeof origin === "string" && /^\/(?!\/)/.test(origin) ? origin : null;
}
