import type { Camera } from "@umbral/contract/cameras/cameras.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { doorsShownBy } from "../cameras/wall-groups.ts";

/** What the desk shows at once: a camera and the doors in its picture, or a door that no camera shows. */
export interface DeskView {
  id: string;
  label: string;
  camera: Pick<Camera, "id" | "name"> | null;
  doors: readonly Door[];
}

/** Every camera and every door that none shows, the entrance first. A view is named by its doors, a door's further cameras by themselves. */
export function deskViews(
  doors: readonly Door[],
  cameras: readonly Camera[],
  entrance: Pick<Door, "id"> | undefined,
): readonly DeskView[] {
  const named = new Set<string>();
  const ofCameras = cameras.map(({ id, name }): DeskView => {
    const shown = doorsShownBy(doors, id);
    const isFirst = shown.length > 0 && shown.every((door) => !named.has(door.id));
    for (const door of shown) {
      named.add(door.id);
    }
    const label = isFirst ? shown.map((door) => door.name).join(" · ") : name;
    return { id, label, camera: { id, name }, doors: shown };
  });
  const unseen = doors
    .filter((door) => !named.has(door.id))
    .map((door): DeskView => ({ id: door.id, label: door.name, camera: null, doors: [door] }));
  const shows = (view: DeskView) => (view.doors.some(({ id }) => id === entrance?.id) ? 0 : 1);
  return [...ofCameras, ...unseen].sort((one, other) => shows(one) - shows(other));
}
