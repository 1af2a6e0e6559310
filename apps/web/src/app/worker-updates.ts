/** A version of the worker that is installed and waits for its turn. */
export interface WaitingWorker {
  /** Is the page that is open here of its version already? */
  isOfThisPage(): Promise<boolean>;
  takeOver(): void;
}

export interface UpdateParts {
  /** Runs the work unless some window of the app is in a call; says whether it ran. */
  outsideCalls(work: () => void): Promise<boolean>;
  /** Does something ring, or is a call on its way, in this window? */
  isBusy(): boolean;
  onNew(): void;
  reload(): void;
}

export interface Updates {
  /** A newer version stands ready. */
  found(worker: WaitingWorker): Promise<void>;
  /** The person went to another screen: a good moment. */
  navigated(): Promise<void>;
  /** The newer version is at work. */
  tookOver(): void;
}

/**
 * Changes versions without anybody noticing: said quietly, done when the person goes to another screen,
 * and never while a window of this browser is in a call.
 */
export function createUpdates(parts: UpdateParts): Updates {
  let waiting: { worker: WaitingWorker; isNewPage: boolean } | null = null;
  let isOurTurn = false;
  let isNewPage = false;

  const takeOver = async () => {
    const ready = waiting;
    if (ready === null || parts.isBusy()) {
      return;
    }
    await parts.outsideCalls(() => {
      waiting = null;
      isOurTurn = true;
      isNewPage = ready.isNewPage;
      ready.worker.takeOver();
    });
  };

  return {
    async found(worker) {
      // A page that came over the network may be newer than the worker that let it through.
      waiting = { worker, isNewPage: await worker.isOfThisPage() };
      if (waiting.isNewPage) {
        await takeOver();
      } else {
        parts.onNew();
      }
    },
    navigated: takeOver,
    tookOver() {
      if (isOurTurn && !isNewPage) {
        parts.reload();
      }
      isOurTurn = false;
    },
  };
}
