import { connectAs } from "./browser-peer.ts";
import { findIceServers } from "./ice-servers.api.ts";
import { prepareConnection } from "./prepared-connection.ts";

/** The next call's connection on this page. */
export const callConnection = prepareConnection({ findServers: findIceServers, connect: connectAs });
