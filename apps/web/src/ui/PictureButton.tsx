import { IconPhoto } from "@tabler/icons-react";
import css from "./PictureButton.module.css";
import { StorageImage } from "./StorageImage.tsx";

interface PictureButtonProps {
  /** Null without a picture: what is known of it is shown all the same. */
  src: string | null | undefined;
  /** Which picture of what it shows large. */
  label: string;
  onClick(): void;
}

/** A small picture in a row of a list, which shows it large. */
export function PictureButton({ src, label, onClick }: PictureButtonProps) {
  return (
    <button type="button" className={css["button"]} aria-label={label} title={label} onClick={onClick}>
      <StorageImage
        src={src}
        alt=""
        isLazy
        className={css["picture"]}
        fallback={<IconPhoto aria-hidden="true" size={22} />}
      />
    </button>
  );
}
