import { isVisitor } from "@umbral/contract/lib/policy";
import { lazy, Suspense } from "react";
import { ProfileScreen } from "../../../features/users/index.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Loading } from "../../../ui/ListStates.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import type { Tab } from "../../../ui/Tabs.tsx";

const OwnCards = lazy(async () => ({
  default: (await import("../../../features/cards/OwnCards.tsx")).OwnCards,
}));

/** The profile, with what other rooms have for this person. Who only comes to see somebody holds no cards. */
export function ProfilePage() {
  const { spaces } = useSignedIn();
  return <ProfileScreen more={spaces.some(({ role }) => !isVisitor(role.name)) ? [cards] : []} />;
}

const cards: Tab = {
  id: "tarjetas",
  label: "Mis tarjetas",
  content: (
    <Suspense
      fallback={
        <Loading>
          <CardSkeletons />
        </Loading>
      }
    >
      <OwnCards />
    </Suspense>
  ),
};
