import { WelcomeScreen } from "../../../features/calls/index.ts";
import { useFetchedAhead } from "../../../lib/useFetchedAhead.ts";

const fetchDesk = () => import("./AccessVisitorScreen.tsx");

/** '/acceso': the welcome, with the code of where its button leads on its way. */
export function WelcomeRoute() {
  useFetchedAhead(fetchDesk);
  return <WelcomeScreen />;
}
