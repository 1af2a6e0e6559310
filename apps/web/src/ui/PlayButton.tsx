import { IconPlayerPause, IconPlayerPlay } from "@tabler/icons-react";
import { IconButton } from "./Button.tsx";

/** Begins or pauses what plays. */
export function PlayButton({ isPlaying, onPress }: { isPlaying: boolean; onPress: () => void }) {
  const Icon = isPlaying ? IconPlayerPause : IconPlayerPlay;
  return (
    <IconButton label={isPlaying ? "Pausar" : "Reproducir"} onClick={onPress}>
      <Icon aria-hidden="true" size={26} />
    </IconButton>
  );
}

/** Only then something plays by itself. */
export const welcomesMotion = (): boolean => !matchMedia("(prefers-reduced-motion: reduce)").matches;
