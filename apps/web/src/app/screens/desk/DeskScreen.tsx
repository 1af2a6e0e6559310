import { lazy, type ReactNode, type RefObject, Suspense, useRef } from "react";
import { useSearchParams } from "react-router";
import { ApartmentSearch, type ShownBuilding } from "../../../features/buildings/index.ts";
import { useFavouriteHomes, useLobbyDesk, useRingApartment } from "../../../features/calls/index.ts";
import { useDoors } from "../../../features/doors/index.ts";
import { HandOverButton } from "../../../features/kiosks/index.ts";
import { RollCallButton, useGuestDesk } from "../../../features/passes/index.ts";
import { DeskCodePanel, entranceOf } from "../../../features/visits/index.ts";
import { useWakeLock } from "../../../lib/useWakeLock.ts";
import { Later } from "../../../ui/Later.tsx";
import { useIsRoomy } from "../../../ui/useIsRoomy.ts";
import { isForDoor } from "../home/door-shortcut.ts";
import css from "./DeskScreen.module.css";
import { EntranceSkeleton, NoteSkeleton, WaitingSkeleton } from "./DeskSkeletons.tsx";
import { deskKeys, useDeskKeys } from "./desk-keys.ts";

/** What comes once that is painted which a doorman types into first. */
const DeskEntrance = lazy(async () => ({ default: (await import("./DeskEntrance.tsx")).DeskEntrance }));
const DeskWaiting = lazy(async () => ({ default: (await import("./DeskWaiting.tsx")).DeskWaiting }));
const WaitingInSight = lazy(async () => ({ default: (await import("./DeskWaiting.tsx")).WaitingInSight }));
const DeskNote = lazy(async () => ({ default: (await import("./DeskNote.tsx")).DeskNote }));

/** Letters are for the search; digits are for the code, as most that a doorman types are. */
const LETTER = /^\p{Letter}$/u;

/**
 * What whoever stands at the lobby does all day, in one view: ring a home, verify a code, look at who is at the door and
 * open; and what waits for them. What is wrong with a door, and alarms, stand over every screen.
 */
export function DeskScreen({ building }: { building: ShownBuilding }) {
  const { ring, dialog } = useRingApartment();
  const { data: desk, isPending, failureCount } = useLobbyDesk(building.id);
  const { mutate: keep } = useFavouriteHomes(building.id);
  const guests = useGuestDesk(building.id);
  const entrance = entranceOf(useDoors(building.id).data);
  const [search] = useSearchParams();
  const homes = useRef<HTMLInputElement>(null);
  const code = useRef<HTMLInputElement>(null);
  const doors = useRef<HTMLElement>(null);
  const note = useRef<HTMLInputElement>(null);
  const waiting = useRef<HTMLDivElement>(null);
  useDeskKeys({
    homes: () => homes.current?.focus(),
    code: () => code.current?.focus(),
    note: () => note.current?.focus(),
    doors: () => firstDoorIn(doors)?.focus(),
  });
  // On a phone nothing pushes the code down: what is done once a shift stands below what is done all day.
  const isRoomy = useIsRoomy();
  // On its stand nobody touches it for hours.
  useWakeLock(true);
  const acts = (
    <div className={css["acts"]}>
      <RollCallButton buildingId={building.id} />
      <HandOverButton buildingId={building.id} />
    </div>
  );
  return (
    <div className={css["desk"]}>
      <header className={css["head"]}>
        <h1>Portería</h1>
        <p title={building.name}>{building.name}</p>
        <ul className={css["keys"]} aria-label="Atajos de teclado">
          {deskKeys.map(({ key, label }) => (
            <li key={key}>
              <kbd>{key}</kbd> {label}
            </li>
          ))}
        </ul>
        {isRoomy ? (
          <>
            <div className={css["ahead"]}>
              <LaterCode skeleton={null}>
                <WaitingInSight building={building} onPress={() => bringIntoSight(waiting)} />
              </LaterCode>
            </div>
            {acts}
          </>
        ) : null}
      </header>
      <div className={css["code"]}>
        <DeskCodePanel
          building={building}
          door={entrance?.may.operate ? entrance : undefined}
          guests={guests}
          field={code}
        />
      </div>
      <section className={css["homes"]} aria-label="Apartamentos">
        <ApartmentSearch
          buildingId={building.id}
          rings
          field={homes}
          types={LETTER}
          atHand={{
            // Without an answer homes are rung in their usual order.
            isKnown: !isPending || failureCount > 0,
            favourites: desk?.favourites ?? [],
            recent: desk?.recent ?? [],
            onFavourite: ({ id: apartmentId }, isFavourite) => keep({ apartmentId, isFavourite }),
          }}
          onChoose={ring}
        />
      </section>
      <div className={css["entrance"]}>
        <LaterCode skeleton={<EntranceSkeleton />}>
          <DeskEntrance ref={doors} building={building} isSought={isForDoor(search)} />
        </LaterCode>
      </div>
      <div ref={waiting} className={css["waiting"]} tabIndex={-1}>
        <LaterCode skeleton={<WaitingSkeleton />}>
          <DeskWaiting
            building={building}
            onRing={ring}
            onGuest={guests.show}
            onVisit={() => code.current?.focus()}
          />
        </LaterCode>
      </div>
      {isRoomy ? null : acts}
      <div className={css["note"]}>
        <LaterCode skeleton={<NoteSkeleton />}>
          <DeskNote buildingId={building.id} field={note} />
        </LaterCode>
      </div>
      {dialog}
    </div>
  );
}

/** The same stands in its place until it is time, and until its code has come. */
const LaterCode = ({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) => (
  <Later fallback={skeleton}>
    <Suspense fallback={skeleton}>{children}</Suspense>
  </Later>
);

function bringIntoSight({ current: place }: RefObject<HTMLElement | null>): void {
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "start" });
}

const firstDoorIn = (place: RefObject<HTMLElement | null>) =>
  place.current?.querySelector<HTMLElement>("[data-doors] button");
