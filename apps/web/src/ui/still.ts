/** The server keeps pictures at this size at most; more would only be slower to send. */
const LONGEST_SIDE_PX = 1600;
const JPEG_QUALITY = 0.88;

/** The frame that is showing, as a JPEG file. */
export async function still(video: HTMLVideoElement): Promise<File> {
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  if (blob === null) {
    throw new Error("The frame could not be encoded");
  }
  return new File([blob], "foto.jpg", { type: "image/jpeg" });
}
