import { IconCalendarTime } from "@tabler/icons-react";
import type { Card } from "@umbral/contract/cards/cards.contract";
import { useState } from "react";
import { DEFAULT_TIME_ZONE } from "../../lib/dates.ts";
import { IconButton } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayInvalid } from "../../ui/invalid.ts";
import { Modal } from "../../ui/Modal.tsx";
import { SpanForm } from "../access-control/index.ts";
import { changeCardTo } from "./cards.api.ts";
import { cardQuestions, cardSentences } from "./cards.strings.ts";

interface CardTimesProps {
  card: Card;
  timeZone?: string | undefined;
  onChanged(): Promise<void>;
}

/** 'Cambiar fechas': from and until when a card opens. */
export function CardTimes({ card, timeZone = DEFAULT_TIME_ZONE, onChanged }: CardTimesProps) {
  const [isOpen, setOpen] = useState(false);
  const { id, tag } = card;
  return (
    <>
      <IconButton label={`Cambiar fechas de la tarjeta ${tag}`} onClick={() => setOpen(true)}>
        <IconCalendarTime aria-hidden="true" size={22} />
      </IconButton>
      <Modal isOpen={isOpen} title={`Fechas de la tarjeta ${tag}`} onClose={() => setOpen(false)}>
        {isOpen ? (
          <SpanForm
            held={card}
            timeZone={timeZone}
            ask={() => dialogs.confirm(cardQuestions.update(tag))}
            save={(times) => changeCardTo(id, times)}
            sayFailure={sayInvalid}
            onClose={() => setOpen(false)}
            onDone={() => {
              void onChanged();
              void dialogs.success(cardSentences.updated);
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}
