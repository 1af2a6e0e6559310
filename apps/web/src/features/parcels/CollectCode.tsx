import { useMutation } from "@tanstack/react-query";
import { PARCEL_CODE_MS } from "@umbral/contract/parcels/parcel-limits";
import { useEffect } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useNow } from "../../lib/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import css from "./Parcels.module.css";
import { useHomeParcels } from "./parcel-list.api.ts";
import { drawCode } from "./parcels.api.ts";

/**
 * A code that the desk asks for, and its QR: drawn when somebody opens it, good for some minutes and once. It is not offered
 * any longer than there is something to collect with it.
 */
export function CollectCode({ apartmentId }: { apartmentId: string }) {
  const { data, error, isPending, mutate, submittedAt } = useMutation({
    mutationFn: () => drawCode(apartmentId),
  });
  useEffect(() => mutate(), [mutate]);
  const now = useNow(1000);
  const isCollected = useIsCollected(apartmentId, data?.expiresAt);
  // By one clock from beginning to end: that of a phone may be wrong by more than a code is good for.
  const isOver = data !== undefined && now.getTime() - submittedAt >= PARCEL_CODE_MS;
  const another = (
    <Button wide onClick={() => mutate()} loading={isPending}>
      {error === null ? "Pedir otro código" : "Intentar de nuevo"}
    </Button>
  );
  if (error !== null || isCollected || isOver) {
    return (
      <div className={css["code"]}>
        <p role="status">
          {error !== null
            ? sentenceFor(error)
            : isCollected
              ? "Ya se entregó tu correspondencia."
              : "Este código venció."}
        </p>
        {another}
      </div>
    );
  }
  if (data === undefined) {
    return <Skeleton height="18rem" />;
  }
  return (
    <div className={css["code"]}>
      <p>Muéstralo o dilo en portería. Sirve una vez, por 10 minutos.</p>
      <p className={css["digits"]}>{data.code}</p>
      <QrCode text={data.code} label="QR del código para recoger" />
      <p className={css["soft"]}>No lo compartas con nadie.</p>
    </div>
  );
}

/** Whether parcels of the home were handed over since its code was drawn: by a code, or all that waited. */
function useIsCollected(apartmentId: string, expiresAt: string | undefined): boolean {
  const { data } = useHomeParcels(apartmentId, "past", 1);
  if (data === undefined || expiresAt === undefined) {
    return false;
  }
  // Both are the server's moments: the device's clock may be wrong.
  const drawnMs = new Date(expiresAt).getTime() - PARCEL_CODE_MS;
  return data.parcels.some(
    ({ outcome, closedAt, proof }) =>
      outcome === "handed-over" &&
      closedAt !== null &&
      new Date(closedAt).getTime() >= drawnMs &&
      (proof === "code" || data.waiting === 0),
  );
}
