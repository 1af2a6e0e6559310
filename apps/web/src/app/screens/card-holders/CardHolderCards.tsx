import { IconCircleCheck, IconCircleOff, IconCreditCardOff, IconTrash } from "@tabler/icons-react";
import { spanWords } from "@umbral/contract/access-control/access-words";
import type { Card } from "@umbral/contract/cards/cards.contract";
import type { CardHolder } from "@umbral/contract/users/card-holders.contract";
import {
  activateCard,
  CardTimes,
  cardQuestions,
  cardSentences,
  cardStateWords,
  markCardLost,
  offerCardBack,
  removeCard,
  suspendCard,
} from "../../../features/cards/index.ts";
import { DEFAULT_TIME_ZONE, formatDate } from "../../../lib/dates.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { sayInvalid } from "../../../ui/invalid.ts";
import css from "./CardHolders.module.css";

interface CardHolderCardsProps {
  holder: Pick<CardHolder, "name" | "cards">;
  timeZone: string | undefined;
  onChanged(): Promise<void>;
}

/** The cards of somebody: each lost, suspended, made active, or taken away where it stands. */
export function CardHolderCards({ holder, timeZone, onChanged }: CardHolderCardsProps) {
  if (holder.cards.length === 0) {
    return <p className={css["soft"]}>Todavía no tiene tarjeta.</p>;
  }
  /** What was asked is done, and `say` tells it; whatever was refused says why. */
  const carryOut = async <Done,>(action: () => Promise<Done>, say?: (done: Done) => void) => {
    try {
      const done = await action();
      say?.(done);
    } catch (error) {
      await sayInvalid(error);
    }
    await onChanged();
  };
  const suspend = (card: Card) =>
    carryOut(
      () => suspendCard(card.id),
      ({ wasActive }) => offerCardBack({ card, wasActive }, onChanged),
    );
  const activate = async (card: Card) => {
    if (await dialogs.confirm(cardQuestions.update(card.tag))) {
      await carryOut(
        () => activateCard(card),
        () => void dialogs.success(cardSentences.updated),
      );
    }
  };
  const lose = async ({ id, tag }: Card) => {
    if (await dialogs.confirm(cardQuestions.markLost(tag))) {
      await carryOut(() => markCardLost(id));
    }
  };
  const remove = async ({ id, tag }: Card) => {
    if (await dialogs.confirm(cardQuestions.remove(tag))) {
      await carryOut(
        () => removeCard(id),
        () => void dialogs.success(cardSentences.deleted),
      );
    }
  };
  const now = new Date();
  return (
    <ul className={css["tags"]} aria-label={`Tarjetas de ${holder.name}`}>
      {holder.cards.map((card) => (
        <li key={card.id}>
          <span className={css["tag"]}>
            <strong>{card.tag}</strong>
            <span className={css["soft"]}>
              {[
                cardStateWords(card, now),
                spanWords(card, timeZone ?? DEFAULT_TIME_ZONE),
                card.lastTimeUsed === null
                  ? "Sin uso"
                  : `Último uso: ${formatDate(card.lastTimeUsed, timeZone)}`,
              ]
                .filter((words) => words !== "")
                .join(" · ")}
            </span>
          </span>
          <span className={css["buttons"]}>
            <CardTimes card={card} timeZone={timeZone} onChanged={onChanged} />
            {card.lostAt === null ? (
              <IconButton
                isDestructive
                label={`Marcar como perdida la tarjeta ${card.tag}`}
                onClick={() => void lose(card)}
              >
                <IconCreditCardOff aria-hidden="true" size={22} />
              </IconButton>
            ) : null}
            <IconButton
              isDestructive={card.active}
              label={card.active ? `Desactivar la tarjeta ${card.tag}` : `Activar la tarjeta ${card.tag}`}
              onClick={() => void (card.active ? suspend(card) : activate(card))}
            >
              {card.active ? (
                <IconCircleOff aria-hidden="true" size={22} />
              ) : (
                <IconCircleCheck aria-hidden="true" size={22} />
              )}
            </IconButton>
            <IconButton
              isDestructive
              label={`Eliminar la tarjeta ${card.tag}`}
              onClick={() => void remove(card)}
            >
              <IconTrash aria-hidden="true" size={22} />
            </IconButton>
          </span>
        </li>
      ))}
    </ul>
  );
}
