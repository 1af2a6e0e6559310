import { IconChevronRight, IconPhone, IconPhoneOutgoing } from "@tabler/icons-react";
import { isResident, may } from "@umbral/contract/lib/policy";
import { Link } from "react-router";
import { formatDate } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { principalOf } from "../../lib/useMay.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Loading } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { useRingLobby } from "./calling/index.ts";
import css from "./HomeCalls.module.css";
import { endingOf, titleOf, useCallHistory } from "./history/index.ts";

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
      {home ? <LastCall key={home.id} apartmentId={home.id} timeZone={building.timeZone} /> : null}
      {dialog}
    </section>
  );
}

/** Nothing where it cannot be known: the way to the calls says why. */
function LastCall({ apartmentId, timeZone }: { apartmentId: string; timeZone: string | undefined }) {
  const { data, isPending } = useCallHistory(apartmentId, 1);
  if (isPending) {
    return (
      <Loading>
        <CardSkeletons count={1} />
      </Loading>
    );
  }
  if (data === undefined) {
    return null;
  }
  const last = data.calls.find(({ isToLobby }) => !isToLobby);
  if (last === undefined) {
    return <p className={css["none"]}>Todavía no ha venido nadie.</p>;
  }
  return (
    <Link to={paths.calls} className={css["last"]}>
      <Face src={last.image} alt="" size={48} />
      <span className={css["words"]}>
        <span className={css["label"]}>Quién vino de último</span>
        <span className={css["title"]}>{titleOf(last)}</span>
        <span className={css["ending"]}>{endingOf(last)}</span>
        <time className={css["ending"]} dateTime={last.createdAt}>
          {formatDate(last.createdAt, timeZone)}
        </time>
      </span>
      <IconChevronRight aria-hidden="true" size={20} />
    </Link>
  );
}
