import { IconChevronRight } from "@tabler/icons-react";
import type { LastVisitor } from "@umbral/contract/calls/call-history.contract";
import { Link } from "react-router";
import { formatDate } from "../../lib/dates.ts";
import { paths } from "../../lib/paths.ts";
import { Face, StorageImage } from "../../ui/StorageImage.tsx";
import { AT_ENTRANCE, endingOf, titleOf, useLastVisitor } from "./history/index.ts";
import css from "./LastCame.module.css";
import { LastCameSkeleton } from "./LastCameSkeleton.tsx";

/** Who came to a home last, and the way to all calls. Nothing where it cannot be known: the way to the calls says why. */
export function LastCame({ apartmentId, timeZone }: { apartmentId: string; timeZone: string | undefined }) {
  const { data, isPending } = useLastVisitor(apartmentId);
  if (isPending) {
    return <LastCameSkeleton />;
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
