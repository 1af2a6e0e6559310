import { useMutation } from "@tanstack/react-query";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { useState } from "react";
import { dialogSentences } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { CheckField } from "../../ui/fields.tsx";
import { sayInvalid } from "../../ui/invalid.ts";
import { Modal } from "../../ui/Modal.tsx";
import { offerUndo } from "../../ui/undo.ts";
import css from "./ActivationModal.module.css";
import { setUserActive, takeDeactivationBack } from "./user-details.api.ts";
import { userQuestions, userSentences } from "./user-details.strings.ts";

type Switched = Pick<UserDetail, "id" | "name" | "active">;

interface ActivationModalProps {
  /** Who is asked about; null while nobody is. */
  user: Switched | null;
  onClose(): void;
  onDone(): void;
}

/** Asks whether somebody is to be shut out, or let in again, and whether their cards are too. */
export function ActivationModal({ user, onClose, onDone }: ActivationModalProps) {
  // Drawn with the last person asked about while it goes.
  const [last, setLast] = useState(user);
  if (user !== null && user !== last) {
    setLast(user);
  }
  const words = last && userQuestions[last.active ? "deactivate" : "activate"](last.name);
  return (
    <Modal isOpen={user !== null} title={words?.title ?? ""} narrow onClose={onClose}>
      {last === null ? null : <Question key={last.id} user={last} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Question({ user, onClose, onDone }: ActivationModalProps & { user: Switched }) {
  const [withCards, setWithCards] = useState(true);
  const words = userQuestions[user.active ? "deactivate" : "activate"](user.name);
  const switching = useMutation({
    mutationFn: () => setUserActive(user.id, !user.active, withCards),
    onSuccess: async ({ wasActive, cardIds }) => {
      onDone();
      await dialogs.success(user.active ? userSentences.deactivated : userSentences.activated);
      // Where somebody else was first nothing was taken that could be given back.
      if (wasActive && cardIds !== undefined) {
        offerUndo(user.name, () => takeDeactivationBack(user.id, cardIds).finally(onDone));
      }
    },
    onError: (error) => void sayInvalid(error),
  });
  return (
    <div className={css["question"]}>
      <p>{words.text}</p>
      <CheckField checked={withCards} onChange={setWithCards}>
        {words.cards}
      </CheckField>
      <div className={css["buttons"]}>
        <Button
          look={words.takesAway ? "danger" : "primary"}
          loading={switching.isPending}
          onClick={() => switching.mutate()}
        >
          {dialogSentences.confirmation.goOn}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {dialogSentences.confirmation.cancel}
        </Button>
      </div>
    </div>
  );
}
