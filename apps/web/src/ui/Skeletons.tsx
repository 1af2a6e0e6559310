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

/** As many rows as usually come, in the shape of a card with a picture, a title and a line. */
export function CardSkeletons({ count = 3 }: { count?: number }) {
  return (
    <div className={css["cards"]}>
      {keys(count).map((key) => (
        <div key={key} className={css["card"]}>
          <Skeleton width="48px" height="48px" round />
          <div className={css["lines"]}>
            <Skeleton width="55%" height="1.125rem" />
            <Skeleton width="80%" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Keys for `count` things that have no identity. */
export const keys = (count: number): readonly string[] => Array.from({ length: count }, (_, n) => `s${n}`);
