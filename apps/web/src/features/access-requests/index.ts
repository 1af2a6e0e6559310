export { landingCheckQuery } from "./access-requests.api.ts";
export { requestsOf } from "./request-paths.ts";
export { WaitingCount } from "./WaitingCount.tsx";
export { WaitingRequests } from "./WaitingRequests.tsx";
export { useWaitingIn } from "./waiting-in.ts";
