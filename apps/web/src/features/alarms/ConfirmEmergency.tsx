import { useMutation } from "@tanstack/react-query";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { useMay } from "../../lib/useMay.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { notify } from "../../ui/notices.ts";
import { confirmEmergency } from "./alarms.api.ts";
import { confirmedSentence, confirmSentences } from "./alarms.strings.ts";

interface ConfirmEmergencyProps {
  alarm: Pick<AlarmNews, "id" | "event" | "drill" | "buildingId">;
  /** In the strip, beside its own buttons. */
  className?: string | undefined;
}

/** For who may: says that an emergency is real, which frees the ways out. */
export function ConfirmEmergency({ alarm, className }: ConfirmEmergencyProps) {
  const { id, event, drill, buildingId } = alarm;
  const isAllowed = useMay("doors.set-mode", { buildingId });
  const confirming = useMutation({
    mutationFn: () => confirmEmergency(buildingId, id),
    onSuccess: (done) => notify(confirmedSentence(done), done.isComplete ? "good" : "trouble"),
    onError: (error) => void sayFailed(error),
  });
  if (!isAllowed || drill || event !== "EMERGENCY") {
    return null;
  }
  const ask = async () => {
    const { title, text } = confirmSentences;
    if (await dialogs.confirm({ title, text })) {
      confirming.mutate();
    }
  };
  return className === undefined ? (
    <Button look="quiet" loading={confirming.isPending} onClick={() => void ask()}>
      {confirmSentences.button}
    </Button>
  ) : (
    <button type="button" className={className} disabled={confirming.isPending} onClick={() => void ask()}>
      {confirmSentences.button}
    </button>
  );
}
