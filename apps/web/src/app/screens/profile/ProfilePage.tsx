import type { Space } from "@umbral/contract/auth/auth.contract";
import { isVisitor, reachOfRole } from "@umbral/contract/lib/policy";
import type { Role } from "@umbral/contract/lib/roles";
import { lazy, Suspense } from "react";
import { ProfileScreen } from "../../../features/users/index.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Loading } from "../../../ui/ListStates.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import type { Tab } from "../../../ui/Tabs.tsx";

const OwnCards = lazy(async () => ({
  default: (await import("../../../features/cards/OwnCards.tsx")).OwnCards,
}));

const OwnDoors = lazy(async () => ({
  default: (await import("../../../features/doors/OwnDoors.tsx")).OwnDoors,
}));

const AccessTab = lazy(async () => ({
  default: (await import("../../../features/access-control/index.ts")).AccessTab,
}));

const CardHoldersTab = lazy(async () => ({
  default: (await import("../card-holders/CardHoldersTab.tsx")).CardHoldersTab,
}));

const skeleton = (
  <Loading>
    <CardSkeletons />
  </Loading>
);

/** The profile, with what other rooms have for this person. Who only comes to see somebody holds no cards. */
export function ProfilePage() {
  const { spaces } = useSignedIn();
  const administered = spaces.find(
    ({ role }) => reachOfRole(role.name, "buildings.administer") === "building",
  );
  const [current] = spaces;
  return (
    <ProfileScreen
      first={current && opensUnseen(current.role.name) ? [doorsOf(current.building)] : []}
      more={[
        ...(administered ? [levelsOf(administered.building), cardHoldersOf(administered.building)] : []),
        ...(spaces.some(({ role }) => !isVisitor(role.name)) ? [cards] : []),
      ]}
    />
  );
}

const opensUnseen = (role: Role): boolean =>
  reachOfRole(role, "doors.operate") !== "no" && reachOfRole(role, "cameras.view") === "no";

/** Who opens doors and sees no cameras has their doors here, before all else. */
const doorsOf = (building: Space["building"]): Tab => ({
  id: "puertas",
  label: "Puertas",
  content: (
    <Suspense fallback={skeleton}>
      <OwnDoors key={building.id} building={building} />
    </Suspense>
  ),
});

/** Who administers a building has no settings of it: what they decide about coming in is here. */
const levelsOf = (building: Space["building"]): Tab => ({
  id: "niveles",
  label: "Niveles de acceso",
  content: (
    <Suspense fallback={skeleton}>
      <AccessTab key={building.id} building={building} />
    </Suspense>
  ),
});

const cardHoldersOf = (building: Space["building"]): Tab => ({
  id: "sin-cuenta",
  label: "Personas sin cuenta",
  content: (
    <Suspense fallback={skeleton}>
      <CardHoldersTab key={building.id} building={building} />
    </Suspense>
  ),
});

const cards: Tab = {
  id: "tarjetas",
  label: "Mis tarjetas",
  content: (
    <Suspense fallback={skeleton}>
      <OwnCards />
    </Suspense>
  ),
};
