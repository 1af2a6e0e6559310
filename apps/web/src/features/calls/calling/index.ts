export { LobbyButton } from "./LobbyButton.tsx";
export { LobbyScreen } from "./LobbyScreen.tsx";
export { useRingApartment } from "./useRingApartment.tsx";
