import type { Space } from "@umbral/contract/auth/auth.contract";
import { reachOfRole } from "@umbral/contract/lib/policy";
import { lazy, Suspense } from "react";
import { Loading } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import type { Tab } from "../../ui/Tabs.tsx";

const Members = lazy(async () => ({ default: (await import("./Members.tsx")).Members }));
const BuildingMembers = lazy(async () => ({
  default: (await import("./BuildingMembers.tsx")).BuildingMembers,
}));

/** 'Familia' for who leads an apartment (specification §6), and all apartments for the administration. */
export function memberTabs(spaces: readonly Space[]): Tab[] {
  const reaching = (reach: "apartment" | "building") =>
    spaces.find(({ role }) => reachOfRole(role.name, "members.manage") === reach);
  const led = reaching("apartment");
  const administered = reaching("building");
  const skeleton = (
    <Loading>
      <CardSkeletons />
    </Loading>
  );
  return [
    ...(led?.apartment
      ? [
          {
            id: "familia",
            label: "Familia",
            content: (
              <Suspense fallback={skeleton}>
                <Members
                  key={led.apartment.id}
                  home={{
                    apartmentId: led.apartment.id,
                    apartmentName: led.apartment.name,
                    timeZone: led.building.timeZone,
                  }}
                />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(administered
      ? [
          {
            id: "apartamentos",
            label: "Apartamentos",
            content: (
              <Suspense fallback={skeleton}>
                <BuildingMembers key={administered.building.id} building={administered.building} />
              </Suspense>
            ),
          },
        ]
      : []),
  ];
}
