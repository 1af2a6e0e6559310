import { type ComponentProps, lazy, Suspense } from "react";
import type { GuestFound } from "./GuestFound.tsx";

/** Nobody was found before the desk stands. */
export const fetchGuestFound = () => import("./GuestFound.tsx");
const Guest = lazy(async () => ({ default: (await fetchGuestFound()).GuestFound }));

/** `GuestFound`, whose code is no part of the desk's first screen. */
export const FoundGuest = (props: ComponentProps<typeof GuestFound>) => (
  <Suspense fallback={null}>
    <Guest {...props} />
  </Suspense>
);
