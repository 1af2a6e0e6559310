/** The address of a short video that this browser made and needs no server for. */
export async function drawnVideo(): Promise<string> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [320, 180];
  const context = canvas.getContext("2d");
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: "video/webm" });
  const pieces: Blob[] = [];
  recorder.ondataavailable = ({ data }) => pieces.push(data);
  const stopped = new Promise((resolve) => {
    recorder.onstop = resolve;
  });
  recorder.start();
  for (let frame = 0; frame < 20; frame += 1) {
    if (context) {
      context.fillStyle = "#77aa99";
      context.fillRect(0, 0, 320, 180);
      context.fillStyle = "#12100d";
      context.fillRect(frame * 15, 60, 40, 60);
    }
    await new Promise(requestAnimationFrame);
  }
  recorder.stop();
  await stopped;
  return URL.createObjectURL(new Blob(pieces, { type: "video/webm" }));
}
