import { IconPlugConnectedX, IconWifiOff } from "@tabler/icons-react";
import { useEffect, useState, useSyncExternalStore } from "react";
import { useMatches } from "react-router";
import { offlineSentences } from "../lib/sentences.ts";
import { useLineIsLost } from "../lib/socket.ts";
import { Disc } from "../ui/Disc.tsx";
import { Modal } from "../ui/Modal.tsx";
import css from "./OfflineModal.module.css";
import { factsOf } from "./screens.ts";

/** A blink of the network shorter than this is nobody's business. */
const GRACE_MS = 2000;

/**
 * 'Error de Conexión', for as long as there is none. During a call it is a strip over it: what ends the call, and
 * what of it still runs between the two devices, stays in reach.
 */
export function OfflineModal() {
  const isOnline = useSyncExternalStore(subscribeToNetwork, () => navigator.onLine);
  const isLineLost = useLineIsLost();
  const isShown = useAfterGrace(!isOnline || isLineLost);
  const isBare = factsOf(useMatches())?.isBare === true;
  const Icon = isOnline ? IconPlugConnectedX : IconWifiOff;
  const sentence = isOnline ? offlineSentences.server : offlineSentences.browser;
  if (isBare) {
    return isShown ? (
      <div className={css["strip"]} role="alert">
        <Icon aria-hidden="true" size={24} stroke={1.7} />
        <p>
          <strong>{offlineSentences.title}</strong> {sentence}
        </p>
      </div>
    ) : null;
  }
  return (
    <Modal isOpen={isShown} title={offlineSentences.title} role="alertdialog" narrow>
      <div className={css["offline"]}>
        <Disc tone="warn">
          <Icon size={36} stroke={1.6} />
        </Disc>
        <p>{sentence}</p>
        <span className={css["pulse"]} aria-hidden="true" />
      </div>
    </Modal>
  );
}

function subscribeToNetwork(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function useAfterGrace(isTrue: boolean): boolean {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isTrue) {
      setLasts(false);
      return;
    }
    const timer = setTimeout(() => setLasts(true), GRACE_MS);
    return () => clearTimeout(timer);
  }, [isTrue]);
  return isTrue && lasts;
}
