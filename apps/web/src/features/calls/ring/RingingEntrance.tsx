import { type ComponentType, lazy, Suspense } from "react";
import { useMay } from "../../../lib/useMay.ts";
import type { RingingCall } from "../desk/index.ts";

/** Every page knows what rings: what shows a camera is fetched when it does. Without it one answers all the same. */
const EntrancePicture = lazy(async () => {
  const module = await import("./EntrancePicture.tsx").catch(() => null);
  return { default: module?.EntrancePicture ?? Nothing };
});
const Nothing: ComponentType<{ buildingId: string }> = () => null;

/**
 * Whether whoever is rung sees who stands at the entrance. Whoever calls the lobby does so from home: nobody stands there, but for the
 * guest of a pass and whoever has the sign.
 */
export function useSeesEntrance({ building, isToLobby, isByPass, isBySign }: RingingCall): boolean {
  const mayWatch = useMay("cameras.view", { buildingId: building.id });
  return mayWatch && (!isToLobby || isByPass === true || isBySign === true);
}

interface RingingEntranceProps {
  buildingId: string;
  className: string | undefined;
}

/** The entrance of the building while somebody rings there. */
export function RingingEntrance({ buildingId, className }: RingingEntranceProps) {
  return (
    <div className={className}>
      <Suspense>
        <EntrancePicture buildingId={buildingId} />
      </Suspense>
    </div>
  );
}
