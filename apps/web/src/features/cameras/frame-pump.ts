/** What the pump does with one picture, whatever a picture is here. */
export interface PumpParts<Picture> {
  decode(jpeg: ArrayBuffer): Promise<Picture>;
  draw(picture: Picture): void;
  /** Gives the picture's memory back; every decoded picture comes through here once. */
  release(picture: Picture): void;
}

export interface FramePump {
  /** Draws this picture, unless a newer one comes before its turn. `onDrawn`: it reached the screen. */
  push(jpeg: ArrayBuffer, onDrawn?: () => void): void;
  /** Forgets what waits or is being decoded: nothing pushed before this is drawn any more. */
  clear(): void;
}

interface Waiting {
  jpeg: ArrayBuffer;
  onDrawn: (() => void) | undefined;
}

/**
 * Draws the newest picture and lets go of the ones that came meanwhile: at any time there is at most one
 * being decoded and one waiting, however fast they come and however slow the device is.
 */
export function createFramePump<Picture>(parts: PumpParts<Picture>): FramePump {
  let waiting: Waiting | null = null;
  let isBusy = false;
  /** Counts clearings, so that a picture decoded for an older one is released and not drawn. */
  let turn = 0;

  const show = async ({ jpeg, onDrawn }: Waiting) => {
    isBusy = true;
    const current = turn;
    try {
      const picture = await parts.decode(jpeg);
      try {
        if (current === turn) {
          parts.draw(picture);
          onDrawn?.();
        }
      } finally {
        parts.release(picture);
      }
    } catch {
      // A picture that is none is one picture missed. When all are, nothing is drawn, and the camera
      // says since when.
    }
    isBusy = false;
    if (waiting !== null) {
      const next = waiting;
      waiting = null;
      void show(next);
    }
  };

  return {
    push(jpeg, onDrawn) {
      if (isBusy) {
        waiting = { jpeg, onDrawn };
      } else {
        void show({ jpeg, onDrawn });
      }
    },
    clear() {
      turn += 1;
      waiting = null;
    },
  };
}
