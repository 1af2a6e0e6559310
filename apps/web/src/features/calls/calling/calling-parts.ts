/** What ringing somebody takes: fetched as one, once a screen from which one rings stands. */
export { CallingDialog } from "./CallingDialog.tsx";
export { callApartment, callLobby, resumedCall } from "./lobby-calls.ts";
