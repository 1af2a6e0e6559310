export { LobbyScreen, useRingApartment, WelcomeScreen } from "./calling/index.ts";
export { callDesk } from "./desk/index.ts";
export type { GuestAsk, GuestCall, GuestCallView } from "./guest-line.ts";
export { HomeCalls } from "./HomeCalls.tsx";
export { useFavouriteHomes, useLobbyDesk } from "./lobby-desk.api.ts";
export { RingingOverlay } from "./ring/index.ts";
export { CallPlace, CallRoute, fetchCallScreen } from "./talk/index.ts";
