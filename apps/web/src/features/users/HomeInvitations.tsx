import { IconMail, IconTrash } from "@tabler/icons-react";
import type { HomeInvitation } from "@umbral/contract/users/home-invitations.contract";
import { IconButton } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { sendHomeInvitation, takeHomeInvitation, useHomeInvitations } from "./home-invitations.api.ts";
import { stateOf } from "./InvitationsPanel.tsx";
import css from "./Members.module.css";
import type { Home } from "./members.api.ts";
import { roleNames } from "./users.strings.ts";

/** Who was invited to a home and has not accepted yet. A home without any says nothing of it. */
export function HomeInvitations({ home }: { home: Home }) {
  const query = useHomeInvitations(home.apartmentId);
  return (
    <ListStates query={query} isEmpty={() => false} empty={{ title: "" }} skeleton={null}>
      {({ invitations }) =>
        invitations.length === 0 ? null : (
          <section className={css["members"]} aria-label="Invitaciones por aceptar">
            <h2>Invitaciones por aceptar</h2>
            <ul className={css["list"]} aria-label={`Invitaciones de ${home.apartmentName}`}>
              {invitations.map((invitation) => (
                <li key={invitation.id}>
                  <Invited home={home} invitation={invitation} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </ListStates>
  );
}

function Invited({ home, invitation }: { home: Home; invitation: HomeInvitation }) {
  const { id, name, role, email, phone } = invitation;
  const again = async () => {
    try {
      await sendHomeInvitation(home.apartmentId, id);
      notify(`Enviamos otra invitación a ${name}.`, "good");
    } catch (error) {
      await sayFailed(error);
    }
  };
  const takeBack = async () => {
    const isMeant = await dialogs.confirm({
      title: `¿Retirar la invitación de ${name}?`,
      text: "El enlace que recibió dejará de servir de inmediato.",
      irrevocable: true,
    });
    if (!isMeant) {
      return;
    }
    try {
      await takeHomeInvitation(home.apartmentId, id);
    } catch (error) {
      await sayFailed(error);
    }
  };
  return (
    <article className={css["member"]}>
      <div className={css["invited"]}>
        <h3>{name}</h3>
        <p className={css["role"]}>
          {[roleNames[role], email, phone].filter((word) => word !== "").join(" · ")}
        </p>
        <p className={css["until"]}>{stateOf(invitation, home.timeZone)}</p>
      </div>
      <div className={css["actions"]}>
        <IconButton label={`Enviar de nuevo la invitación: ${name}`} onClick={() => void again()}>
          <IconMail aria-hidden="true" size={22} />
        </IconButton>
        <IconButton label={`Retirar la invitación: ${name}`} onClick={() => void takeBack()}>
          <IconTrash aria-hidden="true" size={22} />
        </IconButton>
      </div>
    </article>
  );
}
