import { IconDoorExit } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { Leaving } from "@umbral/contract/users/moving-out.contract";
import { useState } from "react";
import { expireEverything, refreshEverything } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Actions } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import css from "./MovingOut.module.css";
import { leave, type Mover, useLeaving } from "./moving-out.api.ts";
import { holderSentence, invitedSentence, leavingSentences } from "./moving-out-words.ts";

interface MovingOutProps {
  mover: Mover;
  /** What its button says: 'Retirar del edificio', 'Mudanza'. */
  label: string;
  /** Who moves out, as the title says it. */
  title: string;
  /** Leaves the page of whoever left; without it the page stays, and is read again. */
  onDone?(): void;
}

/** Ends in one act what somebody, or a whole home, is and carries in a building. Told before, person by person. */
export function MovingOut({ mover, label, title, onDone }: MovingOutProps) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button
        look="destructive"
        icon={<IconDoorExit aria-hidden="true" size={20} />}
        aria-label={title}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Modal isOpen={isOpen} title={title} onClose={close}>
        {isOpen ? (
          <Question
            mover={mover}
            onCancel={close}
            onDone={() => {
              close();
              if (onDone === undefined) {
                void refreshEverything();
              } else {
                // Who reads goes elsewhere: of whoever left nothing is asked here any more, they may be known to nobody.
                void expireEverything();
                onDone();
              }
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

interface QuestionProps {
  mover: Mover;
  onCancel(): void;
  onDone(): void;
}

function Question({ mover, onCancel, onDone }: QuestionProps) {
  const query = useLeaving(mover);
  const leaving = useMutation({
    mutationFn: () => leave(mover),
    onSuccess: ({ leaving: { people } }) => {
      onDone();
      const [person] = people;
      notify(
        // Of a home somebody may have kept another role in the building.
        "userId" in mover && person !== undefined
          ? `${person.name} ya no tiene acceso.`
          : "En este hogar ya no hay nadie.",
        "good",
      );
    },
    onError: (error) => {
      void sayFailed(error);
      void query.refetch();
    },
  });
  return (
    <ListStates
      query={query}
      isEmpty={(will) => countOf(will) === 0}
      skeleton={<CardSkeletons count={2} />}
      empty={{ title: "En este hogar no hay nadie." }}
    >
      {(will) => (
        <div className={css["question"]}>
          <What will={will} />
          <p className={css["note"]}>
            Termina de inmediato, y quien tiene cuenta recibe un aviso. No se puede deshacer.
          </p>
          <Actions fills>
            <Button look="danger" loading={leaving.isPending} onClick={() => leaving.mutate()}>
              {countOf(will) === 1 ? "Retirar" : "Retirar a todos"}
            </Button>
            <Button look="quiet" onClick={onCancel}>
              Cancelar
            </Button>
          </Actions>
        </div>
      )}
    </ListStates>
  );
}

const countOf = ({ people, cardHolders, invitations = [] }: Leaving): number =>
  people.length + cardHolders.length + invitations.length;

const What = ({ will }: { will: Leaving }) => (
  <ul className={css["people"]} aria-label="Lo que termina">
    {will.people.map((person) => (
      <li key={person.id}>
        <h3>{person.name}</h3>
        <ul>
          {leavingSentences(person).map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </li>
    ))}
    {will.cardHolders.map((holder) => (
      <li key={holder.id}>
        <h3>{holder.name}</h3>
        <p>{holderSentence(holder)}</p>
      </li>
    ))}
    {will.invitations?.map((invited) => (
      <li key={invited.id}>
        <h3>{invited.name}</h3>
        <p>{invitedSentence(invited)}</p>
      </li>
    ))}
  </ul>
);
