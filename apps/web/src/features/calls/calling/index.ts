export { LobbyScreen } from "./LobbyScreen.tsx";
export type { LobbyCallView } from "./lobby-call-view.ts";
export { useRingApartment } from "./useRingApartment.tsx";
export { useRingLobby } from "./useRingLobby.tsx";
export { WelcomeScreen } from "./WelcomeScreen.tsx";
