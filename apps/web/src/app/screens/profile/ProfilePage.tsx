import type { Space } from "@umbral/contract/auth/auth.contract";
import { isVisitor } from "@umbral/contract/lib/policy";
import { lazy, type ReactNode, Suspense } from "react";
import { NoticesRow } from "../../../features/notice-rules/index.ts";
import { ProfileScreen } from "../../../features/users/index.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Loading } from "../../../ui/ListStates.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import type { Tab } from "../../../ui/Tabs.tsx";
import { landingOf } from "../../landing.ts";
import { HomeScreen } from "../home/HomeScreen.tsx";

const OwnCards = lazy(async () => ({
  default: (await import("../../../features/cards/OwnCards.tsx")).OwnCards,
}));

const ShiftPinCard = lazy(async () => ({
  default: (await import("../../../features/kiosks/ShiftPinCard.tsx")).ShiftPinCard,
}));

const skeleton = (
  <Loading>
    <CardSkeletons />
  </Loading>
);

const OwnData = lazy(async () => ({
  default: (await import("../../../features/personal-data/OwnData.tsx")).OwnData,
}));

const QuietHoursCard = lazy(async () => ({
  default: (await import("../../../features/notifications/QuietHoursCard.tsx")).QuietHoursCard,
}));

/** The profile, with what other rooms have for this person. Who only comes to see somebody holds no cards. */
export function ProfilePage() {
  const { user, spaces } = useSignedIn();
  const stepsIn = useMay("shift-pin.own");
  const [current] = spaces;
  const landsHere = landingOf({ user, spaces }) === paths.profile;
  return (
    <ProfileScreen
      first={current && landsHere ? [homeIn(current.building)] : []}
      more={[
        ...(stepsIn ? [shiftPin] : []),
        ...(spaces.some(({ role }) => !isVisitor(role.name)) ? [cards] : []),
        notices,
        ownData,
      ]}
    />
  );
}

/** What is fetched when its tab is looked at. */
const later = (id: string, label: string, content: ReactNode): Tab => ({
  id,
  label,
  content: <Suspense fallback={skeleton}>{content}</Suspense>,
});

/** Who lands here has what they may do before all else: their doors, cameras, desk, and the way to the lobby. */
const homeIn = (building: Space["building"]): Tab => ({
  id: "inicio",
  label: "Inicio",
  content: <HomeScreen key={building.id} building={building} hasPlaces />,
});

const shiftPin = later("turno", "PIN de turno", <ShiftPinCard />);

const cards = later("tarjetas", "Mis tarjetas", <OwnCards />);

const notices = later(
  "avisos",
  "Avisos",
  <>
    <QuietHoursCard />
    <NoticesRow />
  </>,
);

const ownData = later("privacidad", "Privacidad", <OwnData />);
