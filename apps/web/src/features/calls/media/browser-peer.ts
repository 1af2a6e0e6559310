import type { MediaKind, Peer, PeerEvents, Sending } from "./peer.ts";
import type { CallSide } from "./prepared-connection.ts";
import { keepQuality } from "./quality-keeper.ts";
import { firstQuality, type VideoStep, videoSteps } from "./video-quality.ts";

/** Both sides know the channel of {@link Sending} by this number, without agreeing on it. */
const CHANNEL = { negotiated: true, id: 0 } as const;

/**
 * A connection for this side of a call. Whoever will offer has the places of sound and picture in it beforehand, and has
 * reckoned once what an offer is made of: none is given out, and no address looked for, before it is.
 */
export function connectAs(iceServers: RTCIceServer[], side: CallSide): RTCPeerConnection {
  // One way for sound, picture and words from the start: a third of the addresses to look for, to send and to try.
  const connection = new RTCPeerConnection({ iceServers, bundlePolicy: "max-bundle" });
  if (side === "caller") {
    addPlaces(connection);
    connection.createOffer().catch(() => undefined);
  }
  return connection;
}

function addPlaces(connection: RTCPeerConnection): void {
  connection.addTransceiver("audio", { direction: "sendrecv" });
  const begin = videoSteps[firstQuality.step];
  connection.addTransceiver("video", { direction: "sendrecv", sendEncodings: [{ ...begin }] });
}

/** A {@link Peer} made of the browser's own connection, which is nobody else's. */
export function browserPeer(connection: RTCPeerConnection, events: PeerEvents): Peer {
  const channel = connection.createDataChannel("sending", CHANNEL);
  // Sound and picture that name the same stream are played in step.
  const own = new MediaStream();
  const remote = new MediaStream();
  const tracks = new Map<MediaKind, MediaStreamTrack | null>();
  let sending: Sending | null = null;

  const senderOf = (kind: MediaKind) =>
    connection.getTransceivers().find(({ receiver }) => receiver.track.kind === kind)?.sender;

  /** Both ways in each place, with what is sent by now; what comes later takes its place then. */
  const fillPlaces = () =>
    Promise.all(
      connection.getTransceivers().map(async (transceiver) => {
        const { sender, receiver } = transceiver;
        transceiver.direction = "sendrecv";
        sender.setStreams(own);
        const track = tracks.get(receiver.track.kind === "audio" ? "audio" : "video") ?? null;
        if (sender.track !== track) {
          await sender.replaceTrack(track);
        }
      }),
    );

  const sayWhatIsSent = () => {
    if (sending !== null && channel.readyState === "open") {
      channel.send(JSON.stringify(sending));
    }
  };

  const limit = async ({ maxBitrate, scaleResolutionDownBy, maxFramerate }: VideoStep) => {
    const sender = senderOf("video");
    const parameters = sender?.getParameters();
    // Some browsers have none before the two have agreed.
    if (sender !== undefined && parameters !== undefined && parameters.encodings.length > 0) {
      for (const encoding of parameters.encodings) {
        Object.assign(encoding, { maxBitrate, scaleResolutionDownBy, maxFramerate });
      }
      await sender.setParameters(parameters);
    }
  };
  const begin = videoSteps[firstQuality.step];
  /** As small as a call begins. Where that is not to be had the whole picture is sent from the start. */
  const beginSmall = () => limit(begin).catch(() => undefined);
  const quality = keepQuality({
    readStats: async () => (await connection.getStats()).values(),
    limit,
    onWeak: events.onWeak,
  });

  connection.onconnectionstatechange = () => {
    events.onState(connection.connectionState);
    if (connection.connectionState === "connected") {
      quality.start();
    }
  };
  connection.onicecandidate = ({ candidate }) => {
    // An empty one only says that there are no more, which nobody waits for.
    if (candidate?.candidate) {
      const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
      events.onCandidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
    }
  };
  connection.ontrack = ({ track }) => {
    remote.addTrack(track);
    events.onRemote(remote);
  };
  channel.onopen = sayWhatIsSent;
  channel.onmessage = ({ data }) => {
    const told = readSending(data);
    if (told !== null) {
      events.onTold(told);
    }
  };

  return {
    async offer(restart) {
      if (connection.localDescription === null) {
        if (connection.getTransceivers().length === 0) {
          addPlaces(connection);
        }
        await fillPlaces();
      }
      await connection.setLocalDescription(await connection.createOffer({ iceRestart: restart }));
      return described(connection);
    },
    async answer(offer) {
      await connection.setRemoteDescription({ type: "offer", sdp: offer });
      await fillPlaces();
      const isFirst = connection.localDescription === null;
      await connection.setLocalDescription(await connection.createAnswer());
      if (isFirst) {
        // It is in force long before the first picture can leave.
        void beginSmall();
      }
      return described(connection);
    },
    accept: (answer) => connection.setRemoteDescription({ type: "answer", sdp: answer }),
    add: (candidate) => connection.addIceCandidate(candidate),
    async send(kind, track) {
      tracks.set(kind, track);
      await senderOf(kind)?.replaceTrack(track);
    },
    tell(next) {
      sending = next;
      sayWhatIsSent();
    },
    close() {
      quality.stop();
      connection.onconnectionstatechange = null;
      connection.onicecandidate = null;
      connection.ontrack = null;
      channel.onmessage = null;
      connection.close();
    },
  };
}

function described(connection: RTCPeerConnection): string {
  const sdp = connection.localDescription?.sdp;
  if (sdp === undefined) {
    throw new Error("The connection has no description of itself");
  }
  return sdp;
}

/** What came through the channel, if it is what should: it is from another browser, and not checked on its way. */
function readSending(data: unknown): Sending | null {
  if (typeof data !== "string" || data.length > 200) {
    return null;
  }
  try {
    const told: unknown = JSON.parse(data);
    return typeof told === "object" &&
      told !== null &&
      "microphone" in told &&
      typeof told.microphone === "boolean" &&
      "camera" in told &&
      typeof told.camera === "boolean"
      ? { microphone: told.microphone, camera: told.camera }
      : null;
  } catch {
    return null;
  }
}
