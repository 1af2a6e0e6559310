import { IconBuilding } from "@tabler/icons-react";
import type { Space } from "@umbral/contract/auth/auth.contract";
import css from "./SpaceSwitcher.module.css";
import { roleNames } from "./users.strings.ts";

/** What a place is called: its building, and what somebody is there. */
export function SpaceWords({ space }: { space: Space }) {
  return (
    <>
      <span className={css["icon"]}>
        <IconBuilding aria-hidden="true" size={22} />
      </span>
      <span className={css["words"]}>
        <strong>{space.building.name}</strong>
        <span>{placeLine(space)}</span>
      </span>
    </>
  );
}

export function placeLine({ role, apartment }: Space): string {
  const roleName = roleNames[role.name];
  return apartment === null ? roleName : `${roleName} · ${apartment.name}`;
}
