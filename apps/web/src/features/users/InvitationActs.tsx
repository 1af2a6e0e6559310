import { IconMail, IconTrash } from "@tabler/icons-react";
import type { Invitation } from "@umbral/contract/users/invitations.contract";
import { useEffect, useRef } from "react";
import { focusOn } from "../../lib/focus.ts";
import { IconButton } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { Actions } from "../../ui/Panel.tsx";

interface InvitationActsProps {
  invitation: Pick<Invitation, "id" | "name" | "state">;
  send(id: string): Promise<unknown>;
  takeBack(id: string): Promise<unknown>;
  /** Reads the list again, also after a refusal: somebody may have accepted meanwhile. */
  refresh(): Promise<unknown>;
}

/** Sends an invitation again, where there is an address, or takes it back. */
export function InvitationActs({ invitation, send, takeBack, refresh }: InvitationActsProps) {
  const { id, name, state } = invitation;
  const isSending = useRef(false);
  const carryOut = async (act: (id: string) => Promise<unknown>, done?: string) => {
    try {
      await act(id);
      if (done !== undefined) {
        notify(done, "good");
      }
    } catch (error) {
      await sayFailed(error);
    }
    await refresh();
  };
  /** Pressed twice it would go out twice, and the link of the first would serve no more. */
  const sendOnce = async () => {
    if (!isSending.current) {
      isSending.current = true;
      await carryOut(send, `Enviamos otra invitación a ${name}.`);
      isSending.current = false;
    }
  };
  /** The list around: where the keyboard goes on once this row has gone with its buttons. */
  const around = useRef<HTMLElement | null>(null);
  useEffect(
    () => () => {
      if (document.activeElement === document.body) {
        focusOn(around.current);
      }
    },
    [],
  );
  const askToTakeBack = async (button: HTMLElement) => {
    const isMeant = await dialogs.confirm({
      title: `¿Retirar la invitación de ${name}?`,
      text: "El enlace que recibió dejará de servir de inmediato.",
      irrevocable: true,
    });
    if (isMeant) {
      around.current = button.closest("section");
      await carryOut(takeBack);
    }
  };
  return (
    <Actions>
      {state === "unreachable" ? null : (
        <IconButton label={`Enviar de nuevo la invitación: ${name}`} onClick={() => void sendOnce()}>
          <IconMail aria-hidden="true" size={22} />
        </IconButton>
      )}
      <IconButton
        isDestructive
        label={`Retirar la invitación: ${name}`}
        onClick={({ currentTarget }) => void askToTakeBack(currentTarget)}
      >
        <IconTrash aria-hidden="true" size={22} />
      </IconButton>
    </Actions>
  );
}
