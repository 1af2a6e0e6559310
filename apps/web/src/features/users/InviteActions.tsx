import { IconBrandWhatsapp } from "@tabler/icons-react";
import type { MouseEventHandler } from "react";
import { Button } from "../../ui/Button.tsx";
import { Actions } from "../../ui/Panel.tsx";

interface InviteActionsProps {
  /** How the invitation that is under way leaves; undefined while none is. */
  leaving: { isSent: boolean } | undefined;
  onPassOn: MouseEventHandler;
}

/** The two ways in which an invitation leaves: sent by us, as its form's own answer, or passed on by who invites. */
export const InviteActions = ({ leaving, onPassOn }: InviteActionsProps) => (
  <Actions fills>
    <Button type="submit" loading={leaving?.isSent === true}>
      Enviar invitación
    </Button>
    <Button
      look="quiet"
      icon={<IconBrandWhatsapp aria-hidden="true" size={20} />}
      loading={leaving?.isSent === false}
      onClick={onPassOn}
    >
      Por WhatsApp
    </Button>
  </Actions>
);
