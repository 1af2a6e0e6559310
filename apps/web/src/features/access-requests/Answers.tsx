import { IconCheck, IconX } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";

interface AnswersProps {
  /** The answer that is on its way. */
  deciding: boolean | null;
  onDecide(approved: boolean): void;
  /** Whom one is about; without it, all that are chosen. */
  name?: string;
}

/** The two answers to whoever asks for a place. */
export const Answers = ({ deciding, onDecide, name }: AnswersProps) => (
  <>
    <Button
      icon={<IconCheck aria-hidden="true" size={20} />}
      aria-label={name && `Aprobar a ${name}`}
      loading={deciding === true}
      disabled={deciding === false}
      onClick={() => onDecide(true)}
    >
      Aprobar
    </Button>
    <Button
      look="destructive"
      icon={<IconX aria-hidden="true" size={20} />}
      aria-label={name && `Rechazar a ${name}`}
      loading={deciding === false}
      disabled={deciding === true}
      onClick={() => onDecide(false)}
    >
      Rechazar
    </Button>
  </>
);
