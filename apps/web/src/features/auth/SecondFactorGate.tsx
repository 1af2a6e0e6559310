import type { ReactNode } from "react";
import { useSignedIn } from "../../lib/useSession.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { SecondFactorAsked } from "./SecondFactorAsked.tsx";
import { useAskedSecondFactor } from "./second-factor.api.ts";

export { takeAskedSecondFactor } from "./second-factor.api.ts";

/**
 * What a building's administration opens on: the second factor, once in a session, made first by who has none. The
 * platform's people showed theirs when they signed in.
 */
export function SecondFactorGate({ children }: { children: ReactNode }) {
  const isOfPlatform = useSignedIn().user.userType === "ADMIN";
  const query = useAskedSecondFactor(!isOfPlatform);
  if (isOfPlatform) {
    return children;
  }
  return (
    <ListStates query={query} skeleton={<CardSkeletons />}>
      {(asked) =>
        asked.isShown ? (
          children
        ) : (
          <Screen>
            <h1>{asked.isInUse ? "Verificación en dos pasos" : "Activa la verificación en dos pasos"}</h1>
            <Panel title="Antes de administrar tu edificio">
              <SecondFactorAsked asked={asked} again={query.again} />
            </Panel>
          </Screen>
        )
      }
    </ListStates>
  );
}
