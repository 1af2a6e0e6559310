/** What other rooms may do to cameras. */
export { findCameraHolders, giveCamerasTo } from "./administering-cameras.queries.ts";
