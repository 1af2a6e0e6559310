import type { IceServer } from "@umbral/contract/calls/calls.contract";
import type { z } from "zod";

/** As the browser's own connection takes them: what is not there is left out. */
export const rtcServersOf = (servers: readonly z.output<typeof IceServer>[]): RTCIceServer[] =>
  servers.map(({ urls, username, credential }) => ({
    urls,
    ...(username === undefined ? {} : { username }),
    ...(credential === undefined ? {} : { credential }),
  }));
