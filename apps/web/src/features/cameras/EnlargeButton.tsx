import { IconMaximize } from "@tabler/icons-react";
import { cameraLabel } from "./cameras.strings.ts";
import css from "./EnlargeButton.module.css";

/** Lies over the whole live picture of a camera: a touch anywhere on it enlarges it. */
export function EnlargeButton({ name, onPress }: { name: string; onPress(): void }) {
  return (
    <button
      type="button"
      className={css["enlarge"]}
      aria-label={`Ampliar ${cameraLabel(name)}`}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconMaximize aria-hidden="true" size={20} />
    </button>
  );
}
