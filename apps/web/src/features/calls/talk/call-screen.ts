import type { ComponentType } from "react";
import { createStore } from "../../../lib/store.ts";

export interface CallScreenProps {
  /** Null while one may begin soon, and nobody sees it. */
  callId: string | null;
}

/** What draws a call, once it was fetched. */
export const callScreen = createStore<ComponentType<CallScreenProps> | null>(null);

/** How many ringings of this page may become a call. */
export const callsExpected = createStore(0);

/** @throws without a network, or where the code is gone because there is a newer one */
export async function fetchCallScreen(): Promise<void> {
  callScreen.set((await import("./CallScreen.tsx")).CallScreen);
}
