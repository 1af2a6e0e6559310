import { encode } from "uqr";
import css from "./QrCode.module.css";

interface QrCodeProps {
  text: string;
  /** What it is, for who cannot see it. */
  label: string;
}

/** A QR code of squares in one path. */
export function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { border: 2 });
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return (
    <svg
      className={css["qr"]}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={squares.join("")} fill="currentColor" />
    </svg>
  );
}
