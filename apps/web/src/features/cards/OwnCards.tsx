import { IconCar, IconCards, IconId } from "@tabler/icons-react";
import { spanWords } from "@umbral/contract/access-control/access-words";
import { cardTypeNames, timeOfCard } from "@umbral/contract/cards/card-words";
import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import { capital } from "../../lib/capital.ts";
import { DEFAULT_TIME_ZONE, formatDate } from "../../lib/dates.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { OwnPins } from "../access-control/index.ts";
import { cardQuestions, cardSentences, ownCardStates } from "./cards.strings.ts";
import css from "./OwnCards.module.css";
import { useOwnCards, useReportLost } from "./own-cards.api.ts";

/** What somebody comes in by besides the app: their cards and PINs. */
export function OwnCards() {
  return (
    <div className={css["own"]}>
      <HeldCards />
      <OwnPins />
    </div>
  );
}

/** The cards that somebody holds, each with the way to say that it was lost. */
function HeldCards() {
  const query = useOwnCards();
  return (
    <section className={css["cards"]} aria-label="Mis tarjetas">
      <ListStates
        query={query}
        isEmpty={({ cards }) => cards.length === 0}
        skeleton={<CardSkeletons count={2} />}
        empty={{
          title: "No tienes tarjetas",
          hint: "La administración de tu edificio te las entrega.",
          icon: <IconCards size={32} stroke={1.6} />,
        }}
      >
        {({ cards }) => (
          <ul>
            {cards.map((card) => (
              <HeldCard key={card.id} card={card} />
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function HeldCard({ card }: { card: OwnCard }) {
  const { id, ending, type, lastTimeUsed } = card;
  const state = card.state === "active" ? (timeOfCard(card, new Date()) ?? "active") : card.state;
  const timeZone = useSignedIn().spaces[0]?.building.timeZone;
  const span = spanWords(card, timeZone ?? DEFAULT_TIME_ZONE);
  const lose = useReportLost();
  const Icon = type === "CAR" ? IconCar : IconId;
  const loseIt = async () => {
    if (await dialogs.confirm(cardQuestions.lose(ending))) {
      lose.mutate(id, {
        onSuccess: () => notify(cardSentences.lost, "good"),
        onError: (error) => notify(sentenceFor(error), "trouble"),
      });
    }
  };
  return (
    <li className={css["card"]}>
      <Icon aria-hidden="true" size={28} stroke={1.6} />
      <div className={css["facts"]}>
        <strong>Tarjeta terminada en {ending}</strong>
        <span>
          {cardTypeNames[type]} ·{" "}
          {lastTimeUsed === null ? "Sin uso" : `Último uso: ${formatDate(lastTimeUsed, timeZone)}`}
        </span>
        {span === "" ? null : <span>{capital(span)}</span>}
        {state === "active" ? null : <span data-state={state}>{ownCardStates[state]}</span>}
      </div>
      {state === "lost" ? null : (
        <Button
          look="destructive"
          aria-label={`Perdí mi tarjeta terminada en ${ending}`}
          loading={lose.isPending}
          onClick={() => void loseIt()}
        >
          Perdí mi tarjeta
        </Button>
      )}
    </li>
  );
}
