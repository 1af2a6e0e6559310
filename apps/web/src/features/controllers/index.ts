export { ControllerChoice } from "./ControllerChoice.tsx";
export { ControllerTab } from "./ControllerTab.tsx";
export { controllerName } from "./controller-words.ts";
export { DeviceNow, DeviceTrial } from "./DeviceTrial.tsx";
export { GpioInputFields } from "./GpioFields.tsx";
export {
  chipError,
  type GpioInputValues,
  gpioInputOf,
  gpioInputValuesOf,
  lineError,
} from "./gpio-values.ts";
export { MeansFields } from "./MeansFields.tsx";
export { type MeansValues, meansErrors, meansOf, meansValuesOf } from "./means-values.ts";
export { RelayDetails } from "./RelayDetails.tsx";
export { RelayFields } from "./RelayFields.tsx";
export { RelayTrial } from "./RelayTrial.tsx";
export { useControllers } from "./registering.api.ts";
export { testRelay, useMayTestRelays } from "./relay.api.ts";
export { addressError, type RelayValues, relayErrors, relayOf, relayValuesOf } from "./relay-values.ts";
export { sayAtWire } from "./wire-refusal.ts";
