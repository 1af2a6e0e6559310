import css from "./UserTable.module.css";

/** Yes or no, in the colour of what is well. */
export function Yes({ is }: { is: boolean }) {
  return (
    <span className={css["state"]} data-good={is}>
      {is ? "Sí" : "No"}
    </span>
  );
}

/** All places or cards of somebody, in one line. */
export function Lines({ of, className }: { of: readonly string[]; className?: string | undefined }) {
  return (
    <ul className={css["lines"]}>
      {[...of.entries()].map(([place, text]) => (
        <li key={place} className={className}>
          {text}
        </li>
      ))}
      {of.length === 0 ? <li>–</li> : null}
    </ul>
  );
}
