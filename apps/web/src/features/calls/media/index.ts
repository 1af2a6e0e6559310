export { browserDevices, callSupport } from "./browser-devices.ts";
export { browserPeer } from "./browser-peer.ts";
export { callConnection } from "./call-connection.ts";
export {
  createLocalMedia,
  type DeviceState,
  type Devices,
  type LocalMedia,
  type LocalMediaView,
} from "./local-media.ts";
export type { Peer, PeerEvents, Sending } from "./peer.ts";
export { type LinkState, PeerLink } from "./peer-link.ts";
export type { CallSide } from "./prepared-connection.ts";
export { canSetVolume, findSpeakers, type Speaker, soundAsChosen, soundOutput } from "./sound-output.ts";
