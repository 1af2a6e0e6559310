export { LobbyScreen } from "./LobbyScreen.tsx";
export { useRingApartment } from "./useRingApartment.tsx";
export { useRingLobby } from "./useRingLobby.tsx";
