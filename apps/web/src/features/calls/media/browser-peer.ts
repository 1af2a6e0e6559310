import type { MediaKind, Peer, PeerEvents, Sending } from "./peer.ts";
import { keepQuality } from "./quality-keeper.ts";
import { firstQuality, type VideoStep, videoSteps } from "./video-quality.ts";

/** Both sides know the channel of {@link Sending} by this number, without agreeing on it. */
const CHANNEL = { negotiated: true, id: 0 } as const;
const KINDS = ["audio", "video"] as const satisfies readonly MediaKind[];

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
      if (connection.getTransceivers().length === 0) {
        for (const kind of KINDS) {
          const { sender } = connection.addTransceiver(kind, {
            direction: "sendrecv",
            streams: [own],
            ...(kind === "video" ? { sendEncodings: [{ ...begin }] } : {}),
          });
          await sender.replaceTrack(tracks.get(kind) ?? null);
        }
      }
      await connection.setLocalDescription(await connection.createOffer({ iceRestart: restart }));
      return described(connection);
    },
    async answer(offer) {
      await connection.setRemoteDescription({ type: "offer", sdp: offer });
      for (const transceiver of connection.getTransceivers()) {
        const { sender, receiver } = transceiver;
        transceiver.direction = "sendrecv";
        sender.setStreams(own);
        await sender.replaceTrack(tracks.get(receiver.track.kind === "audio" ? "audio" : "video") ?? null);
      }
      const isFirst = connection.localDescription === null;
      await connection.setLocalDescription(await connection.createAnswer());
      if (isFirst) {
        await beginSmall();
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
