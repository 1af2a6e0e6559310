import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { useState } from "react";
import { soundVerdict } from "../../lib/verdict-sound.ts";
import { findGuest } from "./guests.api.ts";

/** The guest who stands at the desk, if there is one. */
export interface GuestDesk {
  found: PassAtDesk | null;
  /** They were chosen from a list, and no code is theirs. */
  isChosen: boolean;
  /** Looks for whoever has this code, and says so in a sound. Throws when nobody does. */
  find(code: string): Promise<void>;
  /** Somebody of a list. */
  show(guest: PassAtDesk): void;
  clear(): void;
}

export function useGuestDesk(buildingId: string): GuestDesk {
  const [found, setFound] = useState<PassAtDesk | null>(null);
  const [isChosen, setChosen] = useState(false);
  return {
    found,
    isChosen: found !== null && isChosen,
    async find(code) {
      try {
        const guest = await findGuest(buildingId, code);
        soundVerdict(guest.refusal === null ? "yes" : "no");
        setFound(guest);
        setChosen(false);
      } catch (error) {
        soundVerdict("no");
        throw error;
      }
    },
    show(guest) {
      setFound(guest);
      setChosen(true);
    },
    clear: () => setFound(null),
  };
}
