export { LobbyButton } from "./LobbyButton.tsx";
