/** Decodes the cameras' pictures away from the page, which goes on answering the finger. */
addEventListener("message", ({ data }: MessageEvent<{ turn: number; jpeg: ArrayBuffer }>) => {
  const { turn, jpeg } = data;
  createImageBitmap(new Blob([jpeg], { type: "image/jpeg" })).then(
    (picture) => postMessage({ turn, picture }, { transfer: [picture] }),
    () => postMessage({ turn, picture: null }),
  );
});
postMessage("ready");
