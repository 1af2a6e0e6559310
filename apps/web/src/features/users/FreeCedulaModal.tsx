import { useMutation } from "@tanstack/react-query";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { PasswordAgain } from "../auth/index.ts";
import { freeCedulaOf } from "./user-details.api.ts";

type Freed = Pick<UserDetail, "id" | "name" | "cedula">;

interface FreeCedulaModalProps {
  /** Whose number is taken; null while nobody is asked about. */
  user: Freed | null;
  onClose(): void;
  onDone(): void;
}

/** 'Recuperar cédula': takes a number from the account of a stranger, with the administrator's password again. */
export function FreeCedulaModal({ user, onClose, onDone }: FreeCedulaModalProps) {
  return (
    <Modal
      isOpen={user !== null}
      title={user ? `¿Recuperar la cédula ${user.cedula}?` : ""}
      narrow
      onClose={onClose}
    >
      {user === null ? null : <Question key={user.id} user={user} onClose={onClose} onDone={onDone} />}
    </Modal>
  );
}

function Question({ user, onClose, onDone }: FreeCedulaModalProps & { user: Freed }) {
  const freeing = useMutation({
    mutationFn: (currentPassword: string) => freeCedulaOf(user.id, currentPassword),
    onSuccess: () => {
      onDone();
      notify("La cédula quedó libre: su dueño ya puede registrarse o aceptar su invitación.", "good");
    },
  });
  return (
    <PasswordAgain asked={freeing} onGiven={freeing.mutate} onCancel={onClose} takesAway>
      <p>
        Hazlo solo si la cuenta de {user.name} la creó alguien a quien esa cédula no pertenece. La cuenta
        pierde el número, todos sus accesos, sesiones y tarjetas, y no se puede deshacer.
      </p>
    </PasswordAgain>
  );
}
