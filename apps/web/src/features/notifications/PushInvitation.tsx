import { useState } from "react";
import { browserStore } from "../../lib/storage.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./PushCard.module.css";
import { PushCard } from "./PushCard.tsx";
import { usePushState } from "./push.ts";

const KEY = "pushInvitationClosedAt";
/** Who said 'Ahora no' is left alone for a month; the profile has the card all the time. */
const QUIET_MS = 30 * 24 * 3_600_000;

/** The card on the screens where people live, for as long as nobody was asked on this browser. */
export function PushInvitation() {
  const state = usePushState();
  const [isClosed, setClosed] = useState(wasClosed);
  const [isBegun, setBegun] = useState(false);
  if (state === "ask" && isClosed) {
    return null;
  }
  if (state !== "ask" && !isBegun) {
    return null;
  }
  const close = () => {
    browserStore().setItem(KEY, String(Date.now()));
    setClosed(true);
  };
  return (
    // Once somebody said yes here, what came of it is said here too.
    <div className={css["invitation"]} onClickCapture={() => setBegun(true)}>
      <PushCard
        isCalled
        more={
          <Button look="plain" onClick={close}>
            Ahora no
          </Button>
        }
      />
    </div>
  );
}

function wasClosed(): boolean {
  return Date.now() - Number(browserStore().getItem(KEY) ?? 0) < QUIET_MS;
}
