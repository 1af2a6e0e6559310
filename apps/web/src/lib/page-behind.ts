/** Is there a page of ours behind this one? React Router counts the entries it made in this tab. */
export function hasPageBehind(): boolean {
  const state: unknown = window.history.state;
  return (
    typeof state === "object" &&
    state !== null &&
    "idx" in state &&
    typeof state.idx === "number" &&
    state.idx > 0
  );
}
