// What runs inside pages of the browser.

declare global {
  interface Window {
    /** Milliseconds from a picture's drawing to its being read from the canvas, of each picture that was seen. */
    glassToGlass: number[];
  }
}

/** A browser that decodes no video is sent pictures. */
export function decodeNoVideo(): void {
  Reflect.deleteProperty(window, "VideoDecoder");
}

/** Reads the time that the source draws (its rtsp-server.py says how) from the first canvas so called, with each frame of the screen. */
export function readTheClock(name: string): void {
  const BITS = 32;
  const small = new OffscreenCanvas(BITS, 1).getContext("2d", { willReadFrequently: true });
  window.glassToGlass = [];
  let last = -1;
  const look = () => {
    requestAnimationFrame(look);
    const canvas = document.querySelector<HTMLCanvasElement>(`canvas[aria-label="${name}"]`);
    if (canvas === null || canvas.width < BITS || small === null) {
      return;
    }
    // The middle line of the blocks, which take an eighteenth of the picture.
    small.drawImage(canvas, 0, canvas.height / 36, canvas.width, 1, 0, 0, BITS, 1);
    const { data } = small.getImageData(0, 0, BITS, 1);
    const now = performance.timeOrigin + performance.now();
    let bits = "";
    for (let at = 0; at < BITS; at += 1) {
      bits += (data[at * 4] ?? 0) > 128 ? "1" : "0";
    }
    const drawn = Number.parseInt(bits.slice(2, 22), 2);
    const check = ((drawn & 255) + ((drawn >> 8) & 255) + (drawn >> 16)) & 255;
    if (/^10.*01$/.test(bits) && check === Number.parseInt(bits.slice(22, 30), 2) && drawn !== last) {
      last = drawn;
      window.glassToGlass.push((now - drawn) % 0x100000);
    }
  };
  look();
}

/** The least that can show a video: what comes over the line is decoded and drawn. */
export function playBareVideo(name: string): void {
  const canvas = document.createElement("canvas");
  canvas.ariaLabel = name;
  document.body.append(canvas);
  const context = canvas.getContext("2d", { alpha: false });
  const decoder = new VideoDecoder({
    output: (picture) => {
      canvas.width = picture.displayWidth;
      canvas.height = picture.displayHeight;
      context?.drawImage(picture, 0, 0);
      picture.close();
    },
    error: () => undefined,
  });
  decoder.configure({ codec: "avc1.42c01f", optimizeForLatency: true });
  const line = new WebSocket(location.href.replace("http", "ws"));
  line.binaryType = "arraybuffer";
  let isBegun = false;
  let timestamp = 0;
  line.addEventListener("message", ({ data }: MessageEvent<ArrayBuffer>) => {
    const bytes = new Uint8Array(data);
    const isKey = bytes.some(
      (byte, at) => byte === 1 && bytes[at - 1] === 0 && ((bytes[at + 1] ?? 0) & 31) === 5,
    );
    isBegun ||= isKey;
    timestamp += 1;
    if (isBegun) {
      decoder.decode(new EncodedVideoChunk({ type: isKey ? "key" : "delta", timestamp, data }));
    }
  });
}
