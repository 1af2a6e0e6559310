import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { connection } from "../../lib/socket.ts";
import { useFetchedAhead } from "../../lib/useFetchedAhead.ts";
import { soundVerdict } from "../../lib/verdict-sound.ts";
import { fetchGuestFound } from "./FoundGuest.tsx";
import { findByCode, findGuest, findListedGuest } from "./guests.api.ts";

/** The guest who stands at the desk, if there is one. */
export interface GuestDesk {
  found: PassAtDesk | null;
  /** They were chosen from a list, and no code is theirs. */
  isChosen: boolean;
  /**
   * Looks for whoever has this code, and says so in a sound; otherwise whose it is: a visit's, or a home's that collects its
   * parcels. Throws when nobody has it.
   */
  find(code: string): Promise<"guest" | "visit" | "parcels">;
  /** Somebody of a list. */
  show(guest: PassAtDesk): void;
  /** The same one, as an act left their pass. */
  keep(guest: PassAtDesk): void;
  /** They are being let in or out: until that is over, what is shown stays. */
  act(isActing: boolean): void;
  clear(): void;
}

interface Found {
  guest: PassAtDesk;
  /** By which they were found; null for who was chosen from a list. */
  code: string | null;
}

/** Follows what becomes of the pass while it is looked at: taken back by its host, used at another desk. */
export function useGuestDesk(buildingId: string): GuestDesk {
  const [found, setFound] = useState<Found | null>(null);
  const isActing = useRef(false);
  const wasMissed = useRef(false);
  useFetchedAhead(fetchGuestFound);

  const follow = useEffectEvent(async () => {
    if (found === null || isActing.current) {
      return;
    }
    const { guest, code } = found;
    try {
      const now =
        code === null ? await findListedGuest(buildingId, guest) : await findGuest(buildingId, code);
      // Somebody else stands there by now, or they are being let in.
      setFound((current) =>
        current !== found || isActing.current ? current : now === null ? null : { guest: now, code },
      );
    } catch {
      // What stands there is asked again by whatever is done with it.
    }
  });
  const handleChange = useEffectEvent((passId: string) => {
    if (passId !== found?.guest.id) {
      return;
    }
    wasMissed.current = isActing.current;
    void follow();
  });
  useEffect(() => connection.hear("passes:changed", ({ passId }) => handleChange(passId)), []);

  return {
    found: found?.guest ?? null,
    isChosen: found !== null && found.code === null,
    async find(code) {
      try {
        const { pass: guest, other } = await findByCode(buildingId, code);
        if (guest === null) {
          return other ?? "visit";
        }
        soundVerdict(guest.refusal === null ? "yes" : "no");
        setFound({ guest, code });
        return "guest";
      } catch (error) {
        soundVerdict("no");
        throw error;
      }
    },
    show: (guest) => setFound({ guest, code: null }),
    keep: (guest) =>
      setFound((current) => (current?.guest.id === guest.id ? { ...current, guest } : current)),
    act(is) {
      isActing.current = is;
      if (!is && wasMissed.current) {
        wasMissed.current = false;
        void follow();
      }
    },
    clear: () => setFound(null),
  };
}
