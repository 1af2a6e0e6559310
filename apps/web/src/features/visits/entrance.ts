import type { Door } from "@umbral/contract/doors/doors.contract";

/** The door of the doorman flow (specification §9). */
const ENTRANCE = "1";

/** The entrance among the doors of a building. */
export const entranceOf = <D extends Pick<Door, "localId">>(doors: readonly D[] | undefined): D | undefined =>
  doors?.find(({ localId }) => localId === ENTRANCE);
