import { useState } from "react";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import type { Person } from "../users/index.ts";
import css from "./Access.module.css";
import { AccessTrial } from "./AccessTrial.tsx";
import { useAccess } from "./access.api.ts";
import { HolidaysPanel } from "./HolidaysPanel.tsx";
import { LevelsPanel } from "./LevelsPanel.tsx";
import { OfflinePanel } from "./OfflinePanel.tsx";
import { PersonPanel } from "./PersonPanel.tsx";
import { SchedulesPanel } from "./SchedulesPanel.tsx";
import { ShortPinsPanel } from "./ShortPinsPanel.tsx";

/** Who comes into a building where and when: levels and who has them, schedules, holidays, and a trial of it all. */
export function AccessTab({ building }: { building: { id: string; name: string } }) {
  const query = useAccess(building.id);
  // Whoever was looked for once is meant in both places.
  const [person, setPerson] = useState<Person | null>(null);
  const at = { building, person, onPerson: setPerson };
  return (
    <ListStates query={query} skeleton={<CardSkeletons count={4} />}>
      {(access) => (
        <div className={css["tab"]}>
          <LevelsPanel building={building} access={access} />
          <ShortPinsPanel shortPins={access.shortPins} />
          <AccessTrial {...at} access={access} />
          <PersonPanel {...at} access={access} />
          <SchedulesPanel buildingId={building.id} access={access} />
          <HolidaysPanel buildingId={building.id} access={access} />
          <OfflinePanel buildingId={building.id} access={access} />
        </div>
      )}
    </ListStates>
  );
}
