import { joined } from "../../ui/Button.tsx";
import css from "./Facade.module.css";

const columns = [0, 1, 2, 3];
const rows = [0, 1, 2];

/** The building's front: lit and on the wire, or dark with the wire hanging. Decorative. */
export function Facade({ isConnected }: { isConnected: boolean }) {
  return (
    <svg
      className={joined(css["facade"], isConnected ? css["lit"] : css["dark"])}
      viewBox="0 0 480 200"
      aria-hidden="true"
    >
      <rect className={css["sky"]} width="480" height="200" />
      <circle className={css["moon"]} cx="64" cy="52" r="22" />
      <path className={css["hills"]} d="M0 150c70-46 120-34 180-10s140-34 300 8v52H0z" />
      <rect className={css["wall"]} x="150" y="34" width="180" height="146" rx="8" />
      <rect className={css["roof"]} x="142" y="26" width="196" height="14" rx="7" />
      {rows.map((row) =>
        columns.map((column) => (
          <rect
            key={`${row}-${column}`}
            className={css["window"]}
            x={166 + column * 40}
            y={52 + row * 34}
            width="28"
            height="22"
            rx="4"
          />
        )),
      )}
      <path className={css["door"]} d="M224 180v-22a16 16 0 0 1 32 0v22z" />
      <g className={css["pole"]}>
        <rect x="424" y="48" width="8" height="132" rx="3" />
        <rect x="406" y="58" width="44" height="6" rx="3" />
      </g>
      {isConnected ? (
        <>
          <path className={css["wire"]} d="M334 44q42 34 76 18" />
          <path className={css["news"]} d="M334 44q42 34 76 18" />
        </>
      ) : (
        <>
          <path className={css["wire"]} d="M334 44q10 26 12 50" />
          <path className={css["wire"]} d="M410 62q-10 30-14 58" />
        </>
      )}
      <rect className={css["street"]} y="178" width="480" height="22" />
      <path className={css["stripe"]} d="M10 190h40m30 0h40m30 0h40m30 0h40m30 0h40m30 0h40m30 0h40" />
    </svg>
  );
}
