import { IconTestPipe } from "@tabler/icons-react";
import {
  DEVICE_TRIAL_MS,
  type DeviceTrial as Trial,
  type TriedDevice,
} from "@umbral/contract/doors/device-trial";
import { useEffect, useState } from "react";
import { capital } from "../../lib/capital.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { useDeviceTrial } from "./device-trial.api.ts";
import { BOARD_ALONE, nothingSeen, seenWords, stateWords, trialHints } from "./device-trial-words.ts";
import css from "./RelayTrial.module.css";

interface DeviceTrialProps {
  device: TriedDevice;
  /** Of its door, or of the input. */
  id: string;
  /** What is tried, where several stand in one list. */
  name?: string;
  timeZone?: string;
  /** It hangs on a board that decides alone while its controller is away. */
  isOnBoard?: boolean;
}

/** The same in one line, without a trial: for a row of a list. */
export function DeviceNow({ device, id }: Pick<DeviceTrialProps, "device" | "id">) {
  const { data: trial, error } = useDeviceTrial(device, id, false);
  const { now, isGood } = nowOf(trial, error);
  return <span className={isGood ? undefined : css["away"]}>{capital(now)}</span>;
}

/** How it is in words, and whether that is well. */
function nowOf(trial: Trial | undefined, error: unknown, timeZone?: string) {
  const state = trial && stateWords(trial, { now: new Date(), timeZone });
  return {
    now: error ? sentenceFor(error) : (state?.text ?? "preguntando al controlador…"),
    isGood: !error && state?.isGood !== false,
  };
}

/** How a reader, a contact or an input is now, as it was last saved, and 'Probar': what it reads or does next. It only watches. */
export function DeviceTrial({ device, id, name, timeZone, isOnBoard }: DeviceTrialProps) {
  /** How often it had read or changed when the trial began. */
  const [from, setFrom] = useState<number | null>(null);
  const [isOver, setIsOver] = useState(false);
  const isWaiting = from !== null && !isOver;
  const { data: trial, error } = useDeviceTrial(device, id, isWaiting);
  const isSeen = from !== null && trial !== undefined && trial.count > from;
  useEffect(() => {
    if (isSeen) {
      setIsOver(true);
      return;
    }
    const timer = isWaiting ? setTimeout(() => setIsOver(true), DEVICE_TRIAL_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isWaiting, isSeen]);
  const { now, isGood } = nowOf(trial, error, timeZone);
  const isPending = isWaiting && !isSeen;
  return (
    <div className={css["trial"]} aria-busy={isPending}>
      <p role="status" className={css[isGood ? "said" : "warning"]}>
        Ahora: {now}
        {isOnBoard && !isGood ? ` ${BOARD_ALONE}` : null}
      </p>
      <Button
        look="quiet"
        icon={<IconTestPipe aria-hidden="true" size={20} />}
        disabled={trial === undefined}
        loading={isPending}
        {...(name === undefined ? {} : { "aria-label": `Probar: ${name}` })}
        onClick={() => {
          setFrom(trial?.count ?? 0);
          setIsOver(false);
        }}
      >
        Probar
      </Button>
      {from === null ? null : (
        <p role="status" className={css["said"]} data-good={isSeen}>
          {isSeen && trial ? seenWords(trial) : isPending ? trialHints[device] : nothingSeen[device]}
        </p>
      )}
    </div>
  );
}
