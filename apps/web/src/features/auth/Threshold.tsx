import css from "./Threshold.module.css";

/** A doorway at dusk with its light on the floor: what a threshold is. Decorative. */
export function Threshold() {
  return (
    <svg className={css["threshold"]} viewBox="0 0 600 800" aria-hidden="true">
      <defs>
        <linearGradient id="um-wall" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#0b4740" />
          <stop offset="1" stopColor="#125c53" />
        </linearGradient>
        <linearGradient id="um-light" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#fbe3b4" />
          <stop offset="1" stopColor="#eeb25c" />
        </linearGradient>
        <linearGradient id="um-floor" x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="#eeb25c" stopOpacity="0.75" />
          <stop offset="1" stopColor="#eeb25c" stopOpacity="0" />
        </linearGradient>
        <radialGradient id="um-glow" cx="0.5" cy="0.62" r="0.55">
          <stop offset="0" stopColor="#eeb25c" stopOpacity="0.35" />
          <stop offset="1" stopColor="#eeb25c" stopOpacity="0" />
        </radialGradient>
      </defs>
      <rect x="-1500" width="3600" height="800" fill="url(#um-wall)" />
      <path d="M60 620V330a240 240 0 0 1 480 0v290z" fill="#0f5249" />
      <path d="M120 620V345a180 180 0 0 1 360 0v275z" fill="#146257" />
      <path d="M175 620V360a125 125 0 0 1 250 0v260z" fill="#1c7366" />
      <rect width="600" height="800" fill="url(#um-glow)" />
      <path d="M222 620V372a78 78 0 0 1 156 0v248z" fill="url(#um-light)" />
      <rect x="-1500" y="620" width="3600" height="180" fill="#0a3d37" />
      <path d="M222 620h156l92 180H130z" fill="url(#um-floor)" />
      <rect x="-1500" y="616" width="3600" height="7" fill="#08332e" />
      <rect x="222" y="616" width="156" height="7" fill="#c98a35" />
    </svg>
  );
}
