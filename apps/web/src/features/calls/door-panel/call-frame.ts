import { still } from "../../../ui/still.ts";

/** A picture of what the other side of a call shows at this moment. */
export async function frameOf(stream: MediaStream): Promise<File> {
  const video = document.createElement("video");
  video.muted = true;
  video.playsInline = true;
  // The sound of the call is heard elsewhere.
  video.srcObject = new MediaStream(stream.getVideoTracks());
  try {
    await new Promise<void>((resolve, reject) => {
      video.addEventListener("loadeddata", () => resolve(), { once: true });
      video.addEventListener("error", () => reject(new Error("The video cannot be shown")), { once: true });
      video.play().catch(reject);
    });
    return await still(video);
  } finally {
    video.srcObject = null;
  }
}
