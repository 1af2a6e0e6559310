export { ControllerTab } from "./ControllerTab.tsx";
export { RelayDetails } from "./RelayDetails.tsx";
export { RelayFields } from "./RelayFields.tsx";
export { RelayTrial } from "./RelayTrial.tsx";
export { testRelay } from "./relay.api.ts";
export { addressError, type RelayValues, relayErrors, relayOf, relayValuesOf } from "./relay-values.ts";
