/** Where an EXIF block says how a picture is to be turned: 6 is a quarter to the right. */
const EXIF_ON_ITS_SIDE = [
  ...[0xff, 0xe1, 0x00, 0x22],
  ...new TextEncoder().encode("Exif\0\0MM\0*"),
  ...[0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0],
];

async function jpegOf(width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext("2d");
  if (context) {
    context.fillStyle = "#77aa99";
    context.fillRect(0, 0, width, height);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer());
}

/** A picture as a phone lays it down: on its side, with a note of the camera that says how to turn it. */
export async function sidewaysPicture(): Promise<File> {
  const bytes = await jpegOf(2400, 1800);
  const noted = [bytes.slice(0, 2), new Uint8Array(EXIF_ON_ITS_SIDE), bytes.slice(2)];
  return new File(noted, "IMG_0001.jpg", { type: "image/jpeg" });
}

/** What a phone's camera gives of a face. */
export const selfie = async (): Promise<File> =>
  new File([await jpegOf(600, 800)], "yo.jpg", { type: "image/jpeg" });

/** The address of a picture that needs no server. */
export async function drawnPicture(): Promise<string> {
  const bytes = await jpegOf(320, 180);
  return `data:image/jpeg;base64,${btoa(String.fromCharCode(...bytes))}`;
}
