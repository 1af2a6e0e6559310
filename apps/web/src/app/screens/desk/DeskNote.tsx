import type { RefObject } from "react";
import { NoteForm } from "../../../features/logbook/index.ts";

interface DeskNoteProps {
  buildingId: string;
  /** The field in which it is written. */
  field: RefObject<HTMLInputElement | null>;
}

/** The line in which a doorman writes down what happened: a file of its own, which the desk does not wait for. */
export const DeskNote = ({ buildingId, field }: DeskNoteProps) => (
  <section aria-label="Minuta">
    <NoteForm buildingId={buildingId} field={field} />
  </section>
);
