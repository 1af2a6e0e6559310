/** Has this browser a decoder at all? What it decodes is known only after it was asked. */
export const mayDecodeVideo = (): boolean => "VideoDecoder" in globalThis;
