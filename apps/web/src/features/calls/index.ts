export { callDesk } from "./desk/index.ts";
export { RingingOverlay } from "./ring/index.ts";
