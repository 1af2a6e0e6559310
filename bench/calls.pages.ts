/**
 * What runs inside the pages that the calls benchmark looks at. All pages are of one browser on one machine:
 * `performance.timeOrigin + performance.now()` is one clock for them.
 */
declare global {
  interface Window {
    /** Moments of this round in milliseconds since 1970, the first of each name. */
    seen: Partial<Record<Moment, number>>;
    bareLine: WebSocket;
  }
}

/** A button pressed, the ringing drawn, a first frame of the other side. */
export type Moment = "press" | "ringing" | "frame";

/** Before anything of the page runs: writes down what its person sees and does. */
export function watchThisPage(isRelayOnly: boolean): void {
  const note = (moment: Moment) => {
    window.seen[moment] ??= performance.timeOrigin + performance.now();
  };
  window.seen = {};
  document.addEventListener(
    "click",
    ({ timeStamp }) => {
      window.seen.press = performance.timeOrigin + timeStamp;
    },
    true,
  );
  const watched = new WeakSet<HTMLVideoElement>();
  new MutationObserver(() => {
    if (document.querySelector("dialog[role=alertdialog][open]") !== null) {
      // The next frame that is drawn has it.
      requestAnimationFrame(() => note("ringing"));
    }
    for (const video of document.querySelectorAll<HTMLVideoElement>("video[aria-label^='Video de']")) {
      if (!watched.has(video)) {
        watched.add(video);
        video.requestVideoFrameCallback(() => note("frame"));
      }
    }
  }).observe(document, { childList: true, subtree: true, attributes: true, attributeFilter: ["open"] });

  if (isRelayOnly) {
    const Direct = RTCPeerConnection;
    window.RTCPeerConnection = class extends Direct {
      constructor(configuration?: RTCConfiguration) {
        super({ ...configuration, iceTransportPolicy: "relay" });
      }
    };
  }
}

/** Opens this page's bare line; what comes is written down as a ringing. */
export function openBareLine(): Promise<void> {
  window.seen = {};
  const line = new WebSocket(location.href.replace("http", "ws"));
  line.onmessage = () => {
    window.seen.ringing = performance.timeOrigin + performance.now();
  };
  window.bareLine = line;
  return new Promise((resolve, reject) => {
    line.onopen = () => resolve();
    line.onerror = () => reject(new Error("no bare line"));
  });
}

/** What two connections in one page need from asking for the camera to a first frame, in milliseconds. */
export async function bareFirstFrame({
  iceServers,
  isRelayOnly,
}: {
  iceServers: RTCIceServer[];
  isRelayOnly: boolean;
}): Promise<{ total: number; camera: number }> {
  const began = performance.now();
  const configuration: RTCConfiguration = {
    iceServers,
    iceTransportPolicy: isRelayOnly ? "relay" : "all",
  };
  const one = new RTCPeerConnection(configuration);
  const other = new RTCPeerConnection(configuration);
  one.onicecandidate = ({ candidate }) => void (candidate && other.addIceCandidate(candidate));
  other.onicecandidate = ({ candidate }) => void (candidate && one.addIceCandidate(candidate));
  const video = document.createElement("video");
  video.muted = true;
  document.body.append(video);
  const arrived = new Promise<number>((resolve) => {
    video.requestVideoFrameCallback(() => resolve(performance.now()));
  });
  other.ontrack = ({ track }) => {
    if (track.kind === "video") {
      video.srcObject = new MediaStream([track]);
      void video.play();
    }
  };
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { echoCancellation: true },
    video: { facingMode: "user", height: { ideal: 720, min: 360, max: 1080 } },
  });
  const camera = performance.now() - began;
  for (const track of stream.getTracks()) {
    one.addTrack(track, stream);
  }
  await one.setLocalDescription();
  if (one.localDescription) {
    await other.setRemoteDescription(one.localDescription);
  }
  await other.setLocalDescription();
  if (other.localDescription) {
    await one.setRemoteDescription(other.localDescription);
  }
  const total = (await arrived) - began;
  one.close();
  other.close();
  video.remove();
  for (const track of stream.getTracks()) {
    track.stop();
  }
  return { total, camera };
}
