import type { CameraVideo } from "@umbral/contract/cameras/administering-cameras.contract";
import type { VideoCodec, VideoTrouble } from "@umbral/contract/cameras/video.contract";

const codecNames: Readonly<Record<VideoCodec, string>> = { h264: "H.264", h265: "H.265" };

const troubleWords: Readonly<Record<VideoTrouble, string>> = {
  "no-video": "la cámara da imágenes, no video",
  "other-codec": "su video no es H.264",
  "odd-profile": "los navegadores no leen su perfil de H.264 (usa Main o High de 8 bits)",
  "no-key-frames": "pasa más de 10 segundos sin un cuadro clave (baja su intervalo)",
  changed: "su imagen cambió de tamaño en medio de la transmisión",
  unreadable: "su video no se pudo leer",
};

/** How a camera reaches who looks at it, for its administrator: 'Como imágenes: su video no es H.264'. */
export function videoWords(video: CameraVideo): string {
  if (video === null) {
    return "Sin datos: nadie la ha mirado";
  }
  if (video.trouble !== null) {
    return `Como imágenes: ${troubleWords[video.trouble]}`;
  }
  return video.codec === null ? "Video" : `Video ${codecNames[video.codec]}`;
}
