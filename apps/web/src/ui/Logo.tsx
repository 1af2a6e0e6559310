import css from "./Logo.module.css";

/** The mark: a doorway with its light, on the line of the threshold. */
export function Mark({ size = 36 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      aria-hidden="true"
      className={css["mark"]}
    >
      <path className={css["light"]} d="M17 41V24a7 7 0 0 1 14 0v17z" />
      <path className={css["arch"]} d="M9.5 41V23.5a14.5 14.5 0 0 1 29 0V41" />
      <path className={css["arch"]} d="M4 41h40" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ size = 36 }: { size?: number }) {
  return (
    <span className={css["logo"]}>
      <Mark size={size} />
      <span className={css["name"]} style={{ fontSize: size * 0.64 }}>
        Umbral
      </span>
    </span>
  );
}
