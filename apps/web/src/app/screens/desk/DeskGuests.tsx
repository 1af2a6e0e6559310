import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { useState } from "react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { hostWords, OVERSTAYING, timesWords, usedWords, useGuests } from "../../../features/passes/index.ts";
import { useNow } from "../../../lib/useNow.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import { Part, RowSkeletons } from "./DeskPart.tsx";
import css from "./DeskWaiting.module.css";

const INSIDE = "Adentro";
const EXPECTED = "Esperados hoy";

interface DeskGuestsProps {
  building: ShownBuilding;
  /** They are shown where codes are. */
  onGuest(guest: PassAtDesk): void;
}

/** Who is inside, those that stay too long first, and who is expected today. */
export function DeskGuests(props: DeskGuestsProps) {
  return (
    <>
      <Guests {...props} title={INSIDE} which="inside" none="No hay invitados adentro." />
      <Guests {...props} title={EXPECTED} which="expected" none="No se esperan más invitados hoy." />
    </>
  );
}

/** In their place before they were asked for. */
export const GuestsSkeleton = () =>
  [INSIDE, EXPECTED].map((title) => (
    <Part key={title} title={title}>
      <RowSkeletons />
    </Part>
  ));

interface GuestsProps extends DeskGuestsProps {
  title: string;
  which: "inside" | "expected";
  none: string;
}

function Guests({ building, onGuest, title, which, none }: GuestsProps) {
  const [page, setPage] = useState(1);
  const query = useGuests(building.id, which, page);
  useLastPage({ page, goTo: setPage }, query);
  const inside = query.data?.inside ?? 0;
  return (
    <Part
      title={title}
      more={
        which === "inside" && inside > 0 ? (
          <p className={css["inside"]}>{inside === 1 ? "1 persona" : `${inside} personas`}</p>
        ) : null
      }
    >
      <ListStates
        query={query}
        isEmpty={({ guests }) => guests.length === 0}
        skeleton={<RowSkeletons />}
        empty={{ title: none, isShort: true }}
      >
        {({ guests, totalPages }) => (
          <>
            <ul className={css["rows"]}>
              {guests.map((guest) => (
                <li key={guest.id}>
                  <Guest guest={guest} timeZone={building.timeZone} onPress={() => onGuest(guest)} />
                </li>
              ))}
            </ul>
            <Pages page={page} total={totalPages} onChange={setPage} />
          </>
        )}
      </ListStates>
    </Part>
  );
}

interface GuestProps {
  guest: PassAtDesk;
  timeZone: string | undefined;
  onPress(): void;
}

function Guest({ guest, timeZone, onPress }: GuestProps) {
  const now = useNow(60_000);
  const isInside = guest.entered > guest.left;
  const when = (isInside ? usedWords(guest, now, timeZone) : null) ?? timesWords(guest, now, timeZone);
  return (
    <button type="button" className={css["row"]} onClick={onPress}>
      <Face src={guest.photo} alt="" size={40} />
      <span className={css["words"]}>
        <strong>{guest.guest.name}</strong>
        <span>{hostWords(guest)}</span>
        {guest.isOverstaying ? <span className={css["late"]}>{OVERSTAYING}</span> : null}
        <span>{when}</span>
      </span>
    </button>
  );
}
