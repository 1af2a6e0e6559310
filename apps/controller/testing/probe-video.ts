import { execFileSync } from "node:child_process";
import { z } from "zod";

const Probed = z.object({
  streams: z.tuple([
    z.object({
      codec_name: z.string(),
      width: z.number(),
      height: z.number(),
      nb_read_frames: z.coerce.number(),
    }),
  ]),
  format: z.object({ duration: z.coerce.number() }),
  frames: z.array(z.object({ pts_time: z.coerce.number(), key_frame: z.literal([0, 1]) })),
});

/** What ffmpeg finds in a file when it decodes all of it. @throws where it complains of anything */
export function probeVideo(file: string) {
  const complaints = execFileSync("sh", ["-c", 'ffmpeg -nostdin -v warning -i "$0" -f null - 2>&1', file], {
    encoding: "utf8",
  });
  if (complaints.trim() !== "") {
    throw new Error(complaints);
  }
  const entries = "stream=codec_name,width,height,nb_read_frames:format=duration:frame=pts_time,key_frame";
  const said = execFileSync(
    "ffprobe",
    ["-v", "error", "-count_frames", "-show_entries", entries, "-of", "json", file],
    { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  const { streams, format, frames } = Probed.parse(JSON.parse(said));
  const [{ codec_name: codec, width, height, nb_read_frames: pictures }] = streams;
  return {
    ...{ codec, width, height, pictures },
    seconds: format.duration,
    keys: frames.flatMap((frame) => (frame.key_frame === 1 ? [frame.pts_time] : [])),
  };
}
