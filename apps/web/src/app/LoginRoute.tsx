import { useQuery } from "@tanstack/react-query";
import type { CurrentUser, Space } from "@umbral/contract/auth/auth.contract";
import { Navigate, useLocation } from "react-router";
import { landingCheckQuery } from "../features/access-requests/access-requests.api.ts";
import { LoginPage, LoginScreen } from "../features/auth/LoginScreen.tsx";
import { originIn } from "../lib/origin.ts";
import { useSession } from "../lib/useSession.ts";
import { AlreadyHere } from "./AlreadyHere.tsx";
import { LoginLinks } from "./LoginLinks.tsx";
import { homeOf, landingOf, landsByRequests, nobodyWaits, waitingAt } from "./landing.ts";
import { Splash } from "./RootLayout.tsx";

/** The root: sign-in, or the way to where who is signed in belongs. */
export function LoginRoute() {
  const current = useSession();
  const { state } = useLocation();
  if (current === null) {
    return <LoginScreen links={<LoginLinks />} />;
  }
  if (current.user === null) {
    // Only a screen behind sign-in asks who the token belongs to.
    return <Navigate to={originIn(state) ?? "/profile"} replace />;
  }
  const { user, spaces } = current;
  const origin = originIn(state);
  if (origin === null && landsByRequests({ user, spaces })) {
    return <LandByRequests user={user} spaces={spaces} />;
  }
  const home = homeOf({ user, spaces });
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
