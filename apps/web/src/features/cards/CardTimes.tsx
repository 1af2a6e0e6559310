import { IconCalendarTime } from "@tabler/icons-react";
import type { Card } from "@umbral/contract/cards/cards.contract";
import { useState } from "react";
import { DEFAULT_TIME_ZONE } from "../../lib/dates.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { SpanForm } from "../access-control/index.ts";
import { changeCardTo } from "./cards.api.ts";

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
            save={(times) => changeCardTo(id, times)}
            onDone={() => {
              setOpen(false);
              void onChanged();
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}
