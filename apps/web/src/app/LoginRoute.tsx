import { Navigate, useLocation } from "react-router";
import { LoginPage, LoginScreen } from "../features/auth/LoginScreen.tsx";
import { useSession } from "../lib/useSession.ts";
import { AlreadyHere } from "./AlreadyHere.tsx";
import { LoginLinks } from "./LoginLinks.tsx";
import { homeOf, originIn } from "./landing.ts";

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
  const home = homeOf({ user, spaces });
  if (home !== null) {
    return <Navigate to={originIn(state) ?? home} replace />;
  }
  return (
    <LoginPage>
      <AlreadyHere name={user.name} />
    </LoginPage>
  );
}
