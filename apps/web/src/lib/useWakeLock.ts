import { useEffect } from "react";

/** Keeps the screen lit while `isOn`, as far as the browser can: a device that sleeps hears of nothing. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !("wakeLock" in navigator)) {
      return;
    }
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const hold = async () => {
      if (document.visibilityState !== "visible") {
        return;
      }
      try {
        lock = await navigator.wakeLock.request("screen");
      } catch {
        // A low battery, for instance. It goes on without.
        return;
      }
      if (isGone) {
        void lock.release();
      }
    };
    // The browser lets go of it whenever the page is hidden.
    const again = () => void hold();
    void hold();
    document.addEventListener("visibilitychange", again);
    return () => {
      isGone = true;
      document.removeEventListener("visibilitychange", again);
      void lock?.release();
    };
  }, [isOn]);
}
