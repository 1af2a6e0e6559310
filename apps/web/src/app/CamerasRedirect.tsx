import { Navigate } from "react-router";
import { paths } from "../lib/paths.ts";
import { useSession } from "../lib/useSession.ts";

/**
 * /camaras leads to the dashboard. The dashboard sends the lobby on to its search, so the lobby is led
 * to the cameras themselves.
 */
export function CamerasRedirect() {
  const isLobby = useSession()?.spaces[0]?.role.name === "PORTERIA";
  return <Navigate to={isLobby ? paths.dashboardCameras : paths.dashboard} replace />;
}
