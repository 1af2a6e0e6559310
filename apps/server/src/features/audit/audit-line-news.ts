/** Of this process, which has one sealer. */
const hearers = new Set<() => void>();

/** Calls `hear` each time that this process writes a line, before its transaction ends. @returns what ends it */
export function onAuditLine(hear: () => void): () => void {
  hearers.add(hear);
  return () => hearers.delete(hear);
}

/** A line is being written. */
export function tellOfAuditLine(): void {
  for (const hear of hearers) {
    hear();
  }
}
