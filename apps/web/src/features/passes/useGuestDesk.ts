import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { connection } from "../../lib/socket.ts";
import { useFetchedAhead } from "../../lib/useFetchedAhead.ts";
import { soundVerdict } from "../../lib/verdict-sound.ts";
import { fetchGuestFound } from "./FoundGuest.tsx";
import { findByCode, findListedGuest, followGuest } from "./guests.api.ts";

/** The guest who stands at the desk, if there is one. */
export interface GuestDesk {
  found: PassAtDesk | null;
  /** They were chosen from a list, and no code is theirs. */
  isChosen: boolean;
  /**
   * Looks for whoever has this code, and says so in a sound; otherwise whose it is: a visit's, or a home's that collects its
   * parcels. Throws when nobody has it. An answer after which nobody asks any more, as somebody was shown since or cleared
   * away, is silent and only `late`.
   */
  find(code: string): Promise<"guest" | "visit" | "parcels" | "late">;
  /** Somebody of a list. */
  show(guest: PassAtDesk): void;
  /** The same one, as an act left their pass. */
  keep(guest: PassAtDesk): void;
  /** Is it them who stand there now? Somebody else may, once what was done for them is answered. */
  isFound(guestId: string): boolean;
  /** They are being let in or out: until that is over, what is shown stays. */
  act(guestId: string, isActing: boolean): void;
  /** What was being done was broken off: it is over, and their pass is asked for again. */
  askAgain(): void;
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
  const foundId = useRef<string | null>(null);
  const isActing = useRef(false);
  const wasMissed = useRef(false);
  // Of two questions the later one's answer counts, whichever comes first.
  const lastAsked = useRef(0);
  useFetchedAhead(fetchGuestFound);

  const follow = useEffectEvent(async () => {
    // Cleared away, they may still be what was drawn last.
    if (found === null || foundId.current !== found.guest.id || isActing.current) {
      return;
    }
    const { guest, code } = found;
    lastAsked.current += 1;
    const asked = lastAsked.current;
    try {
      const now =
        code === null ? await findListedGuest(buildingId, guest) : await followGuest(buildingId, code);
      if (asked !== lastAsked.current) {
        return;
      }
      if (isActing.current) {
        wasMissed.current = true;
        return;
      }
      foundId.current = now?.id ?? null;
      setFound(now === null ? null : { guest: now, code });
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
  const act = (is: boolean) => {
    isActing.current = is;
    if (!is && wasMissed.current) {
      wasMissed.current = false;
      void follow();
    }
  };
  /** What is done with one guest keeps nothing of the next one back. */
  const stand = (next: Found | null) => {
    if (next?.guest.id !== found?.guest.id) {
      isActing.current = false;
      wasMissed.current = false;
    }
    lastAsked.current += 1;
    foundId.current = next?.guest.id ?? null;
    setFound(next);
  };
  useEffect(() => connection.hear("passes:changed", ({ passId }) => handleChange(passId)), []);

  return {
    found: found?.guest ?? null,
    isChosen: found !== null && found.code === null,
    async find(code) {
      lastAsked.current += 1;
      const asked = lastAsked.current;
      try {
        const { pass: guest, other } = await findByCode(buildingId, code);
        if (asked !== lastAsked.current) {
          return "late";
        }
        if (guest === null) {
          return other ?? "visit";
        }
        soundVerdict(guest.refusal === null ? "yes" : "no");
        stand({ guest, code });
        return "guest";
      } catch (error) {
        if (asked !== lastAsked.current) {
          return "late";
        }
        soundVerdict("no");
        throw error;
      }
    },
    show: (guest) => stand({ guest, code: null }),
    keep(guest) {
      lastAsked.current += 1;
      setFound((current) => (current?.guest.id === guest.id ? { ...current, guest } : current));
    },
    isFound: (guestId) => foundId.current === guestId,
    act(guestId, is) {
      if (foundId.current === guestId) {
        act(is);
      }
    },
    askAgain() {
      wasMissed.current = true;
      act(false);
    },
    clear: () => stand(null),
  };
}
