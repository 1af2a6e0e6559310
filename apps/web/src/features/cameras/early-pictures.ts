import type { VideoKey } from "@umbral/contract/cameras/video.contract";

/** Who is shown what a camera showed last: as a picture, or out of its video. */
interface Shown {
  lastPicture(jpeg: ArrayBuffer, at: string): void;
  lastKey(key: VideoKey, at: string): void;
}

/** What a camera showed last, as a picture or out of its video. */
export type ShownLast = { at: string } & ({ jpeg: ArrayBuffer } | { key: VideoKey });
/** The same of several, by their ids. */
export type LastShown = ReadonlyMap<string, ShownLast>;

/** What the server has of a building's cameras before the page's line stands: asked once for all of them, until the line changes. */
export function createEarlyPictures(server: { lastShown(buildingId: string): Promise<LastShown> }) {
  const asked = new Map<string, Promise<LastShown>>();
  return {
    forget: () => asked.clear(),
    /** Shows somebody what there is of a camera, where `isWanted` still says so when it has come. */
    async show(
      { buildingId, camId }: { buildingId: string; camId: string },
      listener: Shown,
      isWanted: () => boolean,
    ): Promise<void> {
      const answer = asked.get(buildingId) ?? server.lastShown(buildingId);
      asked.set(buildingId, answer);
      // Whatever was the matter, the line says it.
      const last = (await answer.catch(() => null))?.get(camId);
      if (last === undefined || !isWanted()) {
        return;
      }
      if ("key" in last) {
        listener.lastKey(last.key, last.at);
      } else {
        listener.lastPicture(last.jpeg, last.at);
      }
    },
  };
}
