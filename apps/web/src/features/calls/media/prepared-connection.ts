/** Credentials of relays expire; those that were asked for while it rang are good for much longer than this. */
const PREPARED_FOR_MS = 120_000;

/** Who rings makes the offers, who is rung answers them. */
export type CallSide = "caller" | "callee";

interface PreparedConnectionParts {
  findServers(): Promise<RTCIceServer[]>;
  connect(servers: RTCIceServer[], side: CallSide): RTCPeerConnection;
}

/** The connection of a call that may begin soon. */
export interface PreparedConnection {
  /**
   * Makes it while it rings, with servers and the keys that its browser has to reckon. Until it has something to offer or
   * to answer it looks for no address of this device, and none is told.
   */
  prepare(side: CallSide): void;
  /** What was prepared serves its side once; each further connection is made anew. */
  take(side: CallSide): Promise<RTCPeerConnection>;
  /** No call began. */
  drop(): void;
}

export function prepareConnection({ findServers, connect }: PreparedConnectionParts): PreparedConnection {
  let prepared: {
    side: CallSide;
    connection: Promise<RTCPeerConnection>;
    timer: ReturnType<typeof setTimeout>;
  } | null = null;

  const make = async (side: CallSide) => connect(await findServers(), side);

  const drop = () => {
    const dropped = prepared;
    prepared = null;
    clearTimeout(dropped?.timer);
    dropped?.connection.then(
      (connection) => connection.close(),
      () => undefined,
    );
  };

  return {
    prepare(side) {
      drop();
      const connection = make(side);
      // Whoever takes it hears of it; nobody else needs it.
      connection.catch(() => undefined);
      prepared = { side, connection, timer: setTimeout(drop, PREPARED_FOR_MS) };
    },
    async take(side) {
      if (prepared?.side !== side) {
        return make(side);
      }
      const { connection, timer } = prepared;
      prepared = null;
      clearTimeout(timer);
      return connection.catch(() => make(side));
    },
    drop,
  };
}
