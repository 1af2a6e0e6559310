import type { HomeInvitation } from "@umbral/contract/users/home-invitations.contract";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import {
  refreshHomeInvitations,
  sendHomeInvitation,
  takeHomeInvitation,
  useHomeInvitations,
} from "./home-invitations.api.ts";
import { InvitationActs } from "./InvitationActs.tsx";
import { stateOf } from "./InvitationsPanel.tsx";
import css from "./Members.module.css";
import type { Home } from "./members.api.ts";
import { roleNames } from "./users.strings.ts";

/** Who was invited to a home and has not accepted yet. */
export function HomeInvitations({ home }: { home: Home }) {
  const query = useHomeInvitations(home.apartmentId);
  return (
    <section className={css["members"]} aria-label="Invitaciones por aceptar">
      <h2>Invitaciones por aceptar</h2>
      <ListStates
        query={query}
        isEmpty={({ invitations }) => invitations.length === 0}
        skeleton={<CardSkeletons count={1} />}
        empty={{ title: "No hay invitaciones por aceptar.", isShort: true }}
      >
        {({ invitations }) => (
          <ul className={css["list"]} aria-label={`Invitaciones de ${home.apartmentName}`}>
            {invitations.map((invitation) => (
              <li key={invitation.id}>
                <Invited home={home} invitation={invitation} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function Invited({ home, invitation }: { home: Home; invitation: HomeInvitation }) {
  const { name, role, email, phone } = invitation;
  return (
    <article className={css["member"]}>
      <div className={css["invited"]}>
        <h3>{name}</h3>
        <p className={css["role"]}>
          {[roleNames[role], email, phone].filter((word) => word !== "").join(" · ")}
        </p>
        <p className={css["until"]}>{stateOf(invitation, home.timeZone)}</p>
      </div>
      <div className={css["invitation"]}>
        <InvitationActs
          invitation={invitation}
          send={(id) => sendHomeInvitation(home.apartmentId, id)}
          takeBack={(id) => takeHomeInvitation(home.apartmentId, id)}
          refresh={() => refreshHomeInvitations(home.apartmentId)}
        />
      </div>
    </article>
  );
}
