/**
 * Does one thing over and over, never twice at once: who asks while it is being done has it done once more afterwards.
 * @param work must not fail
 */
export function oneAtATime(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined;
  let isAskedAgain = false;
  const run = async () => {
    do {
      isAskedAgain = false;
      await work();
    } while (isAskedAgain);
    running = undefined;
  };
  return () => {
    if (running) {
      isAskedAgain = true;
    }
    running ??= run();
    return running;
  };
}
