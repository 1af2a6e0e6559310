import { IconCards, IconCheck, IconPencil, IconPlus, IconTrash, IconX } from "@tabler/icons-react";
import { spanWords } from "@umbral/contract/access-control/access-words";
import { cardTypeNames, timeOfCard } from "@umbral/contract/cards/card-words";
import type { Card } from "@umbral/contract/cards/cards.contract";
import { normalTag } from "@umbral/contract/cards/tags";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { changedValues } from "../../lib/changed-values.ts";
import { DEFAULT_TIME_ZONE, formatDate } from "../../lib/dates.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { CellCheck, CellSelect, CellText } from "../../ui/CellFields.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayInvalid } from "../../ui/invalid.ts";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { useReturned } from "../../ui/useReturned.ts";
import css from "./Cards.module.css";
import { CardTimes } from "./CardTimes.tsx";
import { offerCardBack } from "./card-undo.ts";
import { changeCardTo, downloadCards, refreshCards, removeCard, unlessLost, useCards } from "./cards.api.ts";
import { asCardType, cardQuestions, cardSentences, cardTimeNames, cardTypeOptions } from "./cards.strings.ts";
import { RegisterCardModal } from "./RegisterCardModal.tsx";
import { SuspendCards } from "./SuspendCards.tsx";

/** By what cards can stand, as the address calls it. */
const cardsInAddress = { tag: "etiqueta", type: "tipo", lastTimeUsed: "uso" } as const;

/** The cards of somebody who is verified, each changed where it stands. */
export function Cards({ user }: { user: UserDetail }) {
  const query = useCards(user.cedula);
  const timeZone = user.places[0]?.timeZone;
  const refresh = () => refreshCards(user.cedula);
  const order = useListOrder(cardsInAddress, null);
  /** The card as its row began to be edited, and as it stands there now. */
  const [edited, setEdited] = useState<{ began: Card; now: Card } | null>(null);
  const returned = useReturned();
  const [isSaving, setSaving] = useState(false);
  const [isRegistering, setRegistering] = useState(false);

  const leave = (card: Card) => {
    setEdited(null);
    returned.expect(card.id);
  };
  /** What was asked is done; the list says the truth again, and whatever was refused says why. */
  const carryOut = async <Reply,>(
    card: Card,
    action: () => Promise<Reply>,
    done: (reply: Reply) => Promise<void>,
  ) => {
    setSaving(true);
    try {
      const reply = await action();
      leave(card);
      void refresh();
      await done(reply);
    } catch (error) {
      void refresh();
      await sayInvalid(error);
    } finally {
      setSaving(false);
    }
  };

  const save = async (began: Card, now: Card) => {
    const { id, tag } = now;
    const changed = changedValues(fieldsOf(began), fieldsOf(now));
    if (normalTag(tag) === null) {
      await dialogs.failure(cardSentences.incomplete);
    } else if (changed === null) {
      leave(now);
    } else if (await dialogs.confirm(cardQuestions.update(began.tag))) {
      await carryOut(
        now,
        () => changeCardTo(id, { ...changed, ...(changed.active ? unlessLost(began.lostAt) : {}) }),
        async ({ card, wasActive }) => {
          await dialogs.success(cardSentences.updated);
          if (changed.active === false) {
            offerCardBack({ card, wasActive }, refresh);
          }
        },
      );
    }
  };
  const remove = async (card: Card) => {
    if (await dialogs.confirm(cardQuestions.remove(card.tag))) {
      await carryOut(
        card,
        () => removeCard(card.id),
        () => dialogs.success(cardSentences.deleted),
      );
    }
  };

  const draftOf = (card: Card) => (edited?.now.id === card.id ? edited.now : null);
  const write = (changed: Partial<Card>) =>
    setEdited((before) => before && { ...before, now: { ...before.now, ...changed } });
  const columns: Column<Card>[] = [
    {
      id: "tag",
      header: "Etiqueta",
      sortBy: ({ tag }) => tag,
      isTitle: true,
      cell: (card) => {
        const draft = draftOf(card);
        return draft ? (
          <CellText
            label={`Etiqueta de la tarjeta ${card.tag}`}
            value={draft.tag}
            autoFocus
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={96}
            isWrong={normalTag(draft.tag) === null}
            onChange={(tag) => write({ tag })}
          />
        ) : (
          <span className={css["tag"]}>{card.tag}</span>
        );
      },
    },
    {
      id: "type",
      header: "Tipo",
      sortBy: ({ type }) => cardTypeNames[type],
      line: 1,
      cell: (card) => {
        const draft = draftOf(card);
        return draft ? (
          <CellSelect
            label={`Tipo de la tarjeta ${card.tag}`}
            value={draft.type}
            options={cardTypeOptions}
            onChange={(type) => write({ type: asCardType(type) })}
          />
        ) : (
          cardTypeNames[card.type]
        );
      },
    },
    {
      id: "active",
      header: "Activa",
      line: 2,
      cell: (card) => {
        const draft = draftOf(card);
        return draft ? (
          <CellCheck
            label={`Tarjeta ${card.tag} activa`}
            value={draft.active}
            onChange={(active) => write({ active })}
          />
        ) : (
          <CardState card={card} timeZone={timeZone} />
        );
      },
    },
    {
      id: "lastTimeUsed",
      header: "Último uso",
      sortBy: ({ lastTimeUsed }) => lastTimeUsed ?? "",
      isLatestFirst: true,
      line: 3,
      cell: ({ lastTimeUsed }) => (lastTimeUsed === null ? "Sin uso" : formatDate(lastTimeUsed, timeZone)),
    },
    {
      id: "actions",
      header: "Acciones",
      isWhole: true,
      align: "end",
      cell: (card) => {
        const draft = draftOf(card);
        // Keys apart: no button becomes another one under somebody's finger or focus.
        return draft ? (
          <span key="editing" className={css["actions"]}>
            <IconButton
              label={`Guardar la tarjeta ${card.tag}`}
              disabled={isSaving}
              onClick={() => void (edited && save(edited.began, edited.now))}
            >
              <IconCheck aria-hidden="true" size={22} />
            </IconButton>
            <IconButton
              label={`Dejar la tarjeta ${card.tag} como estaba`}
              disabled={isSaving}
              onClick={() => leave(card)}
            >
              <IconX aria-hidden="true" size={22} />
            </IconButton>
          </span>
        ) : (
          <span key="resting" className={css["actions"]}>
            <IconButton
              label={`Cambiar la tarjeta ${card.tag}`}
              ref={returned.taking(card.id)}
              onClick={() => setEdited({ began: card, now: card })}
            >
              <IconPencil aria-hidden="true" size={22} />
            </IconButton>
            <CardTimes card={card} timeZone={timeZone} onChanged={refresh} />
            <IconButton
              isDestructive
              label={`Eliminar la tarjeta ${card.tag}`}
              disabled={isSaving}
              onClick={() => void remove(card)}
            >
              <IconTrash aria-hidden="true" size={22} />
            </IconButton>
          </span>
        );
      },
    },
  ];

  // Who was verified by others is validated first.
  const register = user.isVerifiedByOthers ? null : (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setRegistering(true)}>
      Registrar tarjeta
    </Button>
  );
  return (
    <div className={css["cards"]}>
      <header className={css["head"]}>
        <h2>Tarjetas</h2>
        {query.data?.length ? register : null}
      </header>
      <DataTable
        caption={`Tarjetas de ${user.name}`}
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        usualRows={2}
        name="cards"
        rowName={({ tag }) => tag}
        order={order}
        acts={(cards, leave) => (
          <>
            <ExportChosen rows={cards} fetch={downloadCards} />
            <SuspendCards cards={cards} refresh={refresh} onDone={leave} />
          </>
        )}
        empty={{
          title: "Esta persona todavía no tiene tarjetas.",
          ...(register && { hint: "Registra la primera: la puedes leer en el lector de una puerta." }),
          icon: <IconCards size={32} stroke={1.6} />,
          action: register,
        }}
      />
      <RegisterCardModal
        isOpen={isRegistering}
        userId={user.id}
        timeZone={timeZone}
        onClose={() => setRegistering(false)}
        onRegistered={(message) => {
          setRegistering(false);
          void refresh();
          void dialogs.success({ text: message });
        }}
      />
    </div>
  );
}

/** What is changed in a card's row. */
const fieldsOf = ({ tag, type, active }: Card) => ({ tag, type, active });

/** Whether a card opens, and its own time where it has one. */
function CardState({ card, timeZone }: { card: Card; timeZone: string | undefined }) {
  const time = timeOfCard(card, new Date());
  const isOpen = card.active && time === undefined;
  const span = spanWords(card, timeZone ?? DEFAULT_TIME_ZONE);
  const words = card.lostAt !== null ? "Perdida" : card.active ? (time ? cardTimeNames[time] : "Sí") : "No";
  return (
    <span className={css["state"]} data-good={isOpen}>
      {span === "" ? words : `${words}, ${span}`}
    </span>
  );
}
