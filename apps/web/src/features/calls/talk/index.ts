export { CallPlace, CallRoute } from "./CallPlace.tsx";
export { fetchCallScreen } from "./call-screen.ts";
export { usePreparedCall } from "./usePreparedCall.ts";
