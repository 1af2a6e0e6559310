import { IconHourglass, IconUserOff } from "@tabler/icons-react";
import type { Standing } from "@umbral/contract/auth/auth.contract";
import { Link } from "react-router";
import { Note } from "../../ui/Note.tsx";
import css from "./StandingNote.module.css";
import { askAgainPath, standingWords } from "./standing-words.ts";

/** What is true of somebody who belongs nowhere now (decisions §4), and what they can do about it. */
export function StandingNote({ standing }: { standing: Standing | undefined }) {
  const { title, paragraphs, askAgain } = standingWords(standing);
  const again = standing && askAgain ? askAgainPath(standing) : null;
  const Icon = standing?.state === "pending" ? IconHourglass : IconUserOff;
  return (
    <Note title={title} tone="attention" icon={<Icon size={26} stroke={1.7} />}>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {again === null ? null : (
        <p>
          <Link className={css["again"]} to={again}>
            Volver a pedir acceso
          </Link>
        </p>
      )}
    </Note>
  );
}
