/**
 * The address of three seconds of H.264 as a controller keeps them: a fragmented MP4, of which nobody knows how long it is before all
 * of it was read. Made with `ffmpeg -f lavfi -i testsrc=size=160x90:rate=10:duration=3 -c:v libx264 -crf 42 -g 10
 * -movflags frag_keyframe+empty_moov+default_base_moof`.
 */
export const keptVideo = new URL("./clip.mp4", import.meta.url).href;
