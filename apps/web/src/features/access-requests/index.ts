export { landingCheckQuery } from "./access-requests.api.ts";
export { WaitingCount } from "./WaitingCount.tsx";
