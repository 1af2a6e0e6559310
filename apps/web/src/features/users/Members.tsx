import { IconCalendar, IconUserMinus, IconUsers } from "@tabler/icons-react";
import type { Member } from "@umbral/contract/users/members.contract";
import { type RefObject, useRef, useState } from "react";
import { formatDate } from "../../lib/dates.ts";
import { Button } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { AddResident } from "./AddResident.tsx";
import { HomeCardHolders } from "./HomeCardHolders.tsx";
import { HomeInvitations } from "./HomeInvitations.tsx";
import { MemberStay } from "./MemberStay.tsx";
import css from "./Members.module.css";
import { type Home, useMembers } from "./members.api.ts";
import { useRemovingMember } from "./removing.ts";
import { roleNames } from "./users.strings.ts";

interface MembersProps {
  home: Home;
  /** Absent for the home's own leader. */
  isAdministration?: boolean;
}

/** The people of an apartment, and what the one who looks after it may do about each. */
export function Members({ home, isAdministration = false }: MembersProps) {
  const query = useMembers(home.apartmentId);
  const [changed, setChanged] = useState<Member | null>(null);
  const list = useRef<HTMLDivElement>(null);
  return (
    <div ref={list} className={css["members"]} tabIndex={-1}>
      <ListStates
        query={query}
        isEmpty={({ members }) => members.length === 0}
        skeleton={<CardSkeletons picture="face" lines={3} />}
        empty={{
          title: "No hemos encontrado usuarios registrados.",
          icon: <IconUsers size={32} stroke={1.6} />,
        }}
      >
        {({ members }) => (
          <ul className={css["list"]} aria-label={`Personas de ${home.apartmentName}`}>
            {members.map((member) => (
              <li key={member.user.id}>
                <Row member={member} home={home} list={list} onChange={() => setChanged(member)} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <div>
        <AddResident home={home} isAdministration={isAdministration} />
      </div>
      <HomeInvitations home={home} />
      <HomeCardHolders home={home} />
      <MemberStay member={changed} home={home} onClose={() => setChanged(null)} />
    </div>
  );
}

interface RowProps {
  member: Member;
  home: Home;
  /** Keeps the focus when the row is gone. */
  list: RefObject<HTMLDivElement | null>;
  onChange(): void;
}

function Row({ member, home, list, onChange }: RowProps) {
  const { user, roles, endsAt, may } = member;
  const removal = useRemovingMember(home);
  const remove = async () => {
    if (await removal.remove(user)) {
      list.current?.focus({ preventScroll: true });
    }
  };
  return (
    <article className={css["member"]}>
      <Face src={user.photo} alt={user.photo === null ? "" : `Foto de ${user.name}`} size={60} />
      <div className={css["words"]}>
        <h2>{user.name}</h2>
        <p className={css["role"]}>{roles.map((role) => roleNames[role]).join(" · ")}</p>
        {endsAt === null ? null : (
          <p className={css["until"]}>
            Hasta el <time dateTime={endsAt}>{formatDate(endsAt, home.timeZone)}</time>
          </p>
        )}
        {user.phone === "" ? null : <a href={`tel:${user.phone}`}>{user.phone}</a>}
      </div>
      {may.change || may.remove ? (
        <div className={css["actions"]}>
          {may.change ? (
            <Button
              look="quiet"
              icon={<IconCalendar aria-hidden="true" size={20} />}
              aria-label={`Cambiar la estadía de ${user.name}`}
              onClick={onChange}
            >
              Cambiar
            </Button>
          ) : null}
          {may.remove ? (
            <Button
              look="destructive"
              icon={<IconUserMinus aria-hidden="true" size={20} />}
              aria-label={`Retirar a ${user.name}`}
              loading={removal.isPending}
              onClick={() => void remove()}
            >
              Retirar
            </Button>
          ) : null}
        </div>
      ) : null}
    </article>
  );
}
