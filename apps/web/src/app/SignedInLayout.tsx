import { IconMenu2 } from "@tabler/icons-react";
import type { Permission } from "@umbral/contract/lib/policy";
import { lazy, type ReactNode, Suspense, useMemo, useState } from "react";
import { Navigate, Outlet, useLocation, useMatches } from "react-router";
import { AlarmOverlay, PanicButton } from "../features/alarms/index.ts";
import { CallPlace, RingingOverlay } from "../features/calls/index.ts";
import { callIdOf, paths } from "../lib/paths.ts";
import { proofAsked } from "../lib/proof.ts";
import { useStore } from "../lib/store.ts";
import { useMay } from "../lib/useMay.ts";
import { session, useSession } from "../lib/useSession.ts";
import { Frame } from "../ui/Frame.tsx";
import { Loading } from "../ui/ListStates.tsx";
import { Modal } from "../ui/Modal.tsx";
import { CardSkeletons } from "../ui/Skeletons.tsx";
import { BarButton, BarLinks, barItem } from "./BottomBar.tsx";
import { Header } from "./Header.tsx";
import { NotAllowedScreen } from "./NotAllowedScreen.tsx";
import { NotFound } from "./NotFoundScreen.tsx";
import { SideMenu } from "./SideMenu.tsx";
import { factsOf, type ScreenFacts } from "./screens.ts";
import { useNews } from "./useNews.ts";
import { useNotifications } from "./useNotifications.ts";

/** Of no use but at a lobby's own devices. */
const PinAskedDialog = lazy(async () => ({
  default: (await import("../features/kiosks/PinAskedDialog.tsx")).PinAskedDialog,
}));

/** Of no use but to who administers a building, and then seldom. */
const SecondFactorDialog = lazy(async () => ({
  default: (await import("../features/auth/SecondFactorDialog.tsx")).SecondFactorDialog,
}));

/** Every screen behind sign-in: the guard at its door, and the frame around it. */
export function SignedInLayout() {
  const current = useSession();
  const { pathname, search } = useLocation();
  const facts = factsOf(useMatches());
  const mayHearAlarms = useMay("alarms.read");
  const mayAdminister = useMay("buildings.administer");
  // The same each time it is drawn: `Navigate` sets out anew for another one, and would without end while the code of what it
  // leads to is on its way.
  const origin = useMemo(() => ({ origin: pathname + search }), [pathname, search]);
  useNews(pathname);
  useNotifications();

  if (current === null) {
    // Who left, or was sent away, comes back to a landing of their own; who came without a session
    // comes back here.
    const ended = session.endedBy();
    const isNewcomer = ended === null || ended === "refused";
    return <Navigate to={paths.root} replace state={isNewcomer ? origin : null} />;
  }
  // Whose session it is may not be known yet: until then a call waits as any screen does.
  const isKnown = current.user !== null;
  const callId = isKnown ? callIdOf(pathname) : null;
  // What one person typed and opened does not stand on under the next. Signed in anew they are the same.
  const whose = current.user?.id;
  const screen = <Guarded isKnown={isKnown} facts={facts} />;
  return (
    <>
      <RingingOverlay />
      {mayHearAlarms ? <AlarmOverlay /> : null}
      {current.kiosk === undefined ? null : (
        <Suspense fallback={null}>
          <PinAskedDialog />
        </Suspense>
      )}
      {mayAdminister ? <SecondFactorWhenAsked /> : null}
      {callId !== null ? null : facts?.isBare ? (
        <main key={whose} id="contenido">
          {screen}
        </main>
      ) : (
        <FramedScreen key={whose} pathname={pathname} isRoomy={facts?.isRoomy}>
          {screen}
        </FramedScreen>
      )}
      {isKnown ? <CallPlace callId={callId} /> : null}
    </>
  );
}

/** Fetched when it is first asked for. From then on it is there: a dialog closes by itself. */
function SecondFactorWhenAsked() {
  const isAsked = useStore(proofAsked, (asked) => asked !== null);
  const [wasAsked, setWasAsked] = useState(isAsked);
  if (isAsked && !wasAsked) {
    setWasAsked(true);
  }
  return wasAsked ? (
    <Suspense fallback={null}>
      <SecondFactorDialog />
    </Suspense>
  ) : null;
}

interface FramedScreenProps {
  pathname: string;
  isRoomy: boolean | undefined;
  children: ReactNode;
}

function FramedScreen({ pathname, isRoomy, children }: FramedScreenProps) {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const [menuPath, setMenuPath] = useState(pathname);
  if (menuPath !== pathname) {
    setMenuPath(pathname);
    setMenuOpen(false);
  }
  return (
    <>
      <Frame
        isRoomy={isRoomy}
        header={<Header />}
        side={<SideMenu />}
        bar={
          <>
            <BarLinks />
            <PanicButton className={barItem} />
            <BarButton
              label="Menú"
              icon={<IconMenu2 aria-hidden="true" />}
              isExpanded={isMenuOpen}
              onPress={() => setMenuOpen(true)}
            />
          </>
        }
      >
        {children}
      </Frame>
      <Modal isOpen={isMenuOpen} title="Menú" place="side" onClose={() => setMenuOpen(false)}>
        <SideMenu />
      </Modal>
    </>
  );
}

/** For everybody else there are no such addresses. */
const ofAdministration: readonly Permission[] = ["platform.administer", "buildings.administer"];

function Guarded({ isKnown, facts }: { isKnown: boolean; facts: ScreenFacts | undefined }) {
  const mayBeHere = useMay(facts?.permission ?? "profile.own");
  if (!isKnown) {
    return (
      <Loading>
        <CardSkeletons />
      </Loading>
    );
  }
  if (mayBeHere) {
    return <Outlet />;
  }
  return facts?.permission !== undefined && ofAdministration.includes(facts.permission) ? (
    <NotFound />
  ) : (
    <NotAllowedScreen />
  );
}
