import css from "./Skeletons.module.css";

interface BlockProps {
  width?: string;
  height?: string;
  round?: boolean;
}

/** A grey shape where something will be. Decorative: the region around it says that it is loading. */
export function Skeleton({ width = "100%", height = "1rem", round }: BlockProps) {
  return <span className={css["block"]} style={{ width, height, borderRadius: round ? "50%" : undefined }} />;
}

interface CardsProps {
  count?: number;
  /** What each has beside its words: somebody's face, an icon, or nothing. */
  picture?: keyof typeof pictures;
  /** How many lines its words have, its title among them. */
  lines?: number;
  /** They are rows of one list with a line between, not a card each. */
  areRows?: boolean;
}

const pictures = {
  none: null,
  icon: <Skeleton width="30px" height="30px" />,
  face: <Skeleton width="48px" height="48px" round />,
};

/** As many as usually come of what is a card, or a row: its picture, what it is called, and what stands under that. */
export function CardSkeletons({ count = 3, picture = "none", lines = 2, areRows = false }: CardsProps) {
  return (
    <div className={css[areRows ? "rows" : "cards"]}>
      {keys(count).map((key) => (
        <div key={key} className={css["card"]}>
          {pictures[picture]}
          <div className={css["lines"]}>
            <Skeleton width="55%" height="1.125rem" />
            {keys(lines - 1).map((line) => (
              <Skeleton key={line} width="80%" />
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

/** Keys for `count` things that have no identity. */
export const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `s${n}`);
