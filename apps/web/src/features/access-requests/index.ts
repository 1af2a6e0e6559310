export { requestsOf } from "./request-paths.ts";
export { WaitingCount } from "./WaitingCount.tsx";
export { WaitingRequests } from "./WaitingRequests.tsx";
export { useWaitingIn } from "./waiting-in.ts";
export { landingCheckQuery } from "./waiting-places.api.ts";
