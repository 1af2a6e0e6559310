/**
 * Does what is to end with the first of these signals. `AbortSignal.any` would not do where one of them lives as long as a device:
 * what it makes is noted there for ever (nodejs/node issues 55351 and 64476), once for each time that the device is asked.
 */
export async function endedBy<Result>(
  signals: readonly AbortSignal[],
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const ended = new AbortController();
  const end = () => ended.abort();
  for (const signal of signals) {
    signal.addEventListener("abort", end);
  }
  if (signals.some(({ aborted }) => aborted)) {
    end();
  }
  try {
    return await work(ended.signal);
  } finally {
    for (const signal of signals) {
      signal.removeEventListener("abort", end);
    }
  }
}
