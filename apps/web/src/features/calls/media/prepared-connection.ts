/** Credentials of relays expire; those that were asked for while it rang are good for much longer than this. */
const PREPARED_FOR_MS = 120_000;

interface PreparedConnectionParts {
  findServers(): Promise<RTCIceServer[]>;
  connect(servers: RTCIceServer[]): RTCPeerConnection;
}

/** The connection of a call that may begin soon. */
export interface PreparedConnection {
  /**
   * Makes it while it rings, with servers and the keys that its browser has to reckon. Until it has something to offer or
   * to answer it looks for no address of this device, and none is told.
   */
  prepare(): void;
  /** What was prepared serves once; each further connection is made anew. */
  take(): Promise<RTCPeerConnection>;
  /** No call began. */
  drop(): void;
}

export function prepareConnection({ findServers, connect }: PreparedConnectionParts): PreparedConnection {
  let prepared: { connection: Promise<RTCPeerConnection>; timer: ReturnType<typeof setTimeout> } | null =
    null;

  const make = async () => connect(await findServers());

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
    prepare() {
      drop();
      const connection = make();
      // Whoever takes it hears of it; nobody else needs it.
      connection.catch(() => undefined);
      prepared = { connection, timer: setTimeout(drop, PREPARED_FOR_MS) };
    },
    async take() {
      const ready = prepared;
      prepared = null;
      clearTimeout(ready?.timer);
      return ready === null ? make() : ready.connection.catch(make);
    },
    drop,
  };
}
