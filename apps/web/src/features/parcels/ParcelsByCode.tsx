import { type ComponentProps, lazy, Suspense } from "react";
import type { ParcelsFound } from "./ParcelsFound.tsx";

/** No home showed its code before the desk stands. */
export const fetchParcelsFound = () => import("./ParcelsFound.tsx");
const Found = lazy(async () => ({ default: (await fetchParcelsFound()).ParcelsFound }));

/** `ParcelsFound`, whose code is no part of the desk's first screen. */
export const ParcelsByCode = (props: ComponentProps<typeof ParcelsFound>) => (
  <Suspense fallback={null}>
    <Found {...props} />
  </Suspense>
);
