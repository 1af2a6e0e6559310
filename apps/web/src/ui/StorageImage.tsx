import { IconPhotoOff, IconUserFilled } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { joined } from "./Button.tsx";
import css from "./StorageImage.module.css";

interface StorageImageProps {
  /** A short-lived signed address, or null without a picture. */
  src: string | null | undefined;
  alt: string;
  className?: string | undefined;
  /** Drawn without a picture, or when it could not be loaded. */
  fallback?: ReactNode;
  /** Fetched once it is about to be seen: one of many in a list. */
  isLazy?: boolean;
  /** Nothing that somebody waits for: code and answers go before it on a slow line. */
  isSmall?: boolean;
}

/** A picture of the file store. It stays while only its signature is renewed, and comes back by itself. */
export function StorageImage({ src, alt, className, fallback, isLazy, isSmall }: StorageImageProps) {
  const [drawn, setDrawn] = useState(src);
  const [broken, setBroken] = useState<string | null>(null);
  // A new signature of the same file is taken only when the old one has failed.
  const isOther = fileOf(src) !== fileOf(drawn) || (broken !== null && broken === drawn && broken !== src);
  if (isOther) {
    setDrawn(src);
  }
  const shown = isOther ? src : drawn;
  if (!shown || shown === broken) {
    return <>{fallback ?? <NoPicture alt={alt} className={className} />}</>;
  }
  return (
    <img
      src={shown}
      alt={alt}
      className={className}
      decoding="async"
      loading={isLazy ? "lazy" : undefined}
      fetchPriority={isSmall ? "low" : undefined}
      draggable={false}
      onError={() => setBroken(shown)}
    />
  );
}

/** The address without its signature: which file it is. */
function fileOf(address: string | null | undefined): string | undefined {
  return address?.split("?", 1)[0];
}

function NoPicture({ alt, className }: { alt: string; className: string | undefined }) {
  return (
    <span className={joined(css["none"], className)} role="img" aria-label={alt}>
      <IconPhotoOff aria-hidden="true" size={28} stroke={1.6} />
    </span>
  );
}

interface FaceProps {
  src: string | null | undefined;
  /** Empty beside the name, which says it already. */
  alt: string;
  /** Pixels across. */
  size?: number;
}

/** A round picture of somebody, or the default one. */
export function Face({ src, alt, size = 44 }: FaceProps) {
  return (
    <span className={css["face"]} style={{ width: size, height: size }}>
      <StorageImage
        src={src}
        alt={alt}
        isSmall
        fallback={
          <span {...(alt === "" ? { "aria-hidden": true } : { role: "img", "aria-label": alt })}>
            <IconUserFilled aria-hidden="true" size={size * 0.56} />
          </span>
        }
      />
    </span>
  );
}
