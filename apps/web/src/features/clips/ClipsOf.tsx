import { type ComponentProps, lazy, Suspense } from "react";
import { useMay } from "../../lib/useMay.ts";
import type { ClipList } from "./ClipList.tsx";

/** Fetched by whoever may see any: of no use to a resident's phone. */
const Clips = lazy(async () => ({ default: (await import("./ClipList.tsx")).ClipList }));

/** 'Ver clip', where cameras kept one of what happened and whoever looks may see it. */
export function ClipsOf(props: ComponentProps<typeof ClipList>) {
  const mayWatch = useMay("events.watch", { buildingId: props.buildingId });
  return mayWatch ? (
    <Suspense fallback={null}>
      <Clips {...props} />
    </Suspense>
  ) : null;
}
