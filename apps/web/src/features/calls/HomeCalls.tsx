import { IconChevronRight, IconPhone, IconPhoneOutgoing } from "@tabler/icons-react";
import type { LastVisitor } from "@umbral/contract/calls/call-history.contract";
import { isResident, may } from "@umbral/contract/lib/policy";
import { Link } from "react-router";
import { formatDate } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { principalOf } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Loading } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Face, StorageImage } from "../../ui/StorageImage.tsx";
import { useRingLobby } from "./calling/index.ts";
import css from "./HomeCalls.module.css";
import { AT_ENTRANCE, endingOf, titleOf, useLastVisitor } from "./history/index.ts";

interface HomeCallsProps {
  building: { id: string; timeZone?: string | undefined };
}

/** The way to call the lobby of a building, who came to one's home there last, and the way to all calls. */
export function HomeCalls({ building }: HomeCallsProps) {
  const current = useSignedIn();
  const home = current.spaces.find(
    ({ role, apartment, building: { id } }) =>
      id === building.id && isResident(role.name) && apartment !== null,
  )?.apartment;
  const { ring, dialog } = useRingLobby();
  if (!may(principalOf(current), "calls.ring-lobby", { buildingId: building.id })) {
    return null;
  }
  return (
    <section className={css["calls"]} aria-label="Portería y llamadas">
      <Button icon={<IconPhoneOutgoing aria-hidden="true" size={22} />} onClick={() => ring(building.id)}>
        Llamar a portería
      </Button>
      <ButtonLink to={paths.calls} look="quiet" icon={<IconPhone aria-hidden="true" size={20} />}>
        Llamadas
      </ButtonLink>
      {home ? <LastCame key={home.id} apartmentId={home.id} timeZone={building.timeZone} /> : null}
      {dialog}
    </section>
  );
}

/** Nothing where it cannot be known: the way to the calls says why. */
function LastCame({ apartmentId, timeZone }: { apartmentId: string; timeZone: string | undefined }) {
  const { data, isPending } = useLastVisitor(apartmentId);
  if (isPending) {
    return (
      <Loading>
        <CardSkeletons count={1} picture="face" lines={3} />
      </Loading>
    );
  }
  if (data === undefined) {
    return null;
  }
  const came = cameOf(data);
  if (came === null) {
    return <p className={css["none"]}>Todavía no ha venido nadie.</p>;
  }
  const { to, image, title, how, at } = came;
  return (
    <Link to={to} className={css["last"]}>
      <StorageImage
        src={data.call?.atEntrance}
        alt={AT_ENTRANCE}
        className={css["entrance"]}
        isSmall
        fallback={<Face src={image} alt="" size={48} />}
      />
      <span className={css["words"]}>
        <span className={css["label"]}>Quién vino de último</span>
        <span className={css["title"]}>{title}</span>
        <span className={css["ending"]}>{how}</span>
        <time className={css["ending"]} dateTime={at}>
          {formatDate(at, timeZone)}
        </time>
      </span>
      <IconChevronRight aria-hidden="true" size={20} />
    </Link>
  );
}

/** Of a call who stood at the door, where that is known: the lobby rings for others. */
function cameOf({ call, guest }: LastVisitor) {
  if (guest !== null) {
    const how = "Entró con invitación";
    return { to: paths.passes, image: null, title: guest.name, how, at: guest.enteredAt };
  }
  return call === null
    ? null
    : {
        to: paths.calls,
        image: call.image,
        title: call.visitor ?? titleOf(call),
        how: endingOf(call),
        at: call.createdAt,
      };
}
