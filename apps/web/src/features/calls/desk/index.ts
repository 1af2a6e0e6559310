export { callDesk } from "./browser-desk.ts";
export type { RingingCall } from "./ringing.ts";
