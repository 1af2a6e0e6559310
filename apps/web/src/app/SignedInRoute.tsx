import { useQuery } from "@tanstack/react-query";
import type { CurrentUser, Space } from "@umbral/contract/auth/auth.contract";
import { Navigate, useLocation, useSearchParams } from "react-router";
import { landingCheckQuery } from "../features/access-requests/index.ts";
import { LoginPage } from "../features/auth/index.ts";
import { originIn } from "../lib/origin.ts";
import { paths } from "../lib/paths.ts";
import type { Session } from "../lib/session.ts";
import { useMay } from "../lib/useMay.ts";
import { AlreadyHere } from "./AlreadyHere.tsx";
import { homeOf, landingOf, landsByRequests, nobodyWaits, waitingAt } from "./landing.ts";
import { Splash } from "./Splash.tsx";
import { forDoor, isForDoor } from "./screens/home/door-shortcut.ts";

/** The root for who is signed in: the way to where they came from, or belong. */
export function SignedInRoute({ current: { user, spaces, kiosk } }: { current: Session }) {
  const origin = originIn(useLocation().state);
  const [search] = useSearchParams();
  const seesCameras = useMay("cameras.view");
  if (user === null) {
    // Only a screen behind sign-in asks who the token belongs to.
    return <Navigate to={origin ?? "/profile"} replace />;
  }
  if (isForDoor(search)) {
    // Whoever waits for them elsewhere: they came for their door.
    return <Navigate to={forDoor(seesCameras ? paths.dashboard : paths.profile)} replace />;
  }
  if (origin === null && landsByRequests({ user, spaces, kiosk })) {
    return <LandByRequests user={user} spaces={spaces} />;
  }
  const home = homeOf({ user, spaces, kiosk });
  if (home !== null) {
    return <Navigate to={origin ?? home} replace />;
  }
  return (
    <LoginPage>
      <AlreadyHere name={user.name} />
    </LoginPage>
  );
}

/** Leaders and administrators land where somebody waits for them; as if nobody did when that cannot be known. */
function LandByRequests(person: { user: CurrentUser; spaces: readonly Space[] }) {
  const { data, isPending } = useQuery(landingCheckQuery);
  if (isPending) {
    return <Splash />;
  }
  const waiting = data === undefined ? nobodyWaits : waitingAt(person.spaces[0], data.places);
  return <Navigate to={landingOf(person, waiting)} replace />;
}
