import type { Space } from "@umbral/contract/auth/auth.contract";
import { isVisitor, reachOfRole } from "@umbral/contract/lib/policy";
import { lazy, Suspense } from "react";
import { ProfileScreen } from "../../../features/users/index.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Loading } from "../../../ui/ListStates.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import type { Tab } from "../../../ui/Tabs.tsx";
import { landingOf } from "../../landing.ts";

const OwnCards = lazy(async () => ({
  default: (await import("../../../features/cards/OwnCards.tsx")).OwnCards,
}));

const HomeScreen = lazy(async () => ({ default: (await import("../home/HomeScreen.tsx")).HomeScreen }));

const AccessTab = lazy(async () => ({
  default: (await import("../../../features/access-control/index.ts")).AccessTab,
}));

const CardHoldersTab = lazy(async () => ({
  default: (await import("../card-holders/CardHoldersTab.tsx")).CardHoldersTab,
}));

const ShiftPinCard = lazy(async () => ({
  default: (await import("../../../features/kiosks/ShiftPinCard.tsx")).ShiftPinCard,
}));

const skeleton = (
  <Loading>
    <CardSkeletons />
  </Loading>
);

/** The profile, with what other rooms have for this person. Who only comes to see somebody holds no cards. */
export function ProfilePage() {
  const { user, spaces } = useSignedIn();
  const administered = spaces.find(
    ({ role }) => reachOfRole(role.name, "buildings.administer") === "building",
  );
  const stepsIn = useMay("shift-pin.own");
  const [current] = spaces;
  const landsHere = landingOf({ user, spaces }) === paths.profile;
  return (
    <ProfileScreen
      first={current && landsHere ? [homeIn(current.building)] : []}
      more={[
        ...(administered ? [levelsOf(administered.building), cardHoldersOf(administered.building)] : []),
        ...(stepsIn ? [shiftPin] : []),
        ...(spaces.some(({ role }) => !isVisitor(role.name)) ? [cards] : []),
      ]}
    />
  );
}

/** Who lands here has what they may do before all else: their doors, cameras, desk, and the way to the lobby. */
const homeIn = (building: Space["building"]): Tab => ({
  id: "inicio",
  label: "Inicio",
  content: (
    <Suspense fallback={skeleton}>
      <HomeScreen key={building.id} building={building} hasPlaces />
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

const shiftPin: Tab = {
  id: "turno",
  label: "PIN de turno",
  content: (
    <Suspense fallback={skeleton}>
      <ShiftPinCard />
    </Suspense>
  ),
};

const cards: Tab = {
  id: "tarjetas",
  label: "Mis tarjetas",
  content: (
    <Suspense fallback={skeleton}>
      <OwnCards />
    </Suspense>
  ),
};
