import { useMutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { useNow } from "../../lib/useNow.ts";
import { Button } from "../../ui/Button.tsx";
import { QrCode } from "../../ui/QrCode.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import css from "./Parcels.module.css";
import { drawCode } from "./parcels.api.ts";

/** A code that the desk asks for, and its QR: drawn when somebody opens it, good for some minutes and once. */
export function CollectCode({ apartmentId }: { apartmentId: string }) {
  const { data, error, isPending, mutate } = useMutation({ mutationFn: () => drawCode(apartmentId) });
  useEffect(() => mutate(), [mutate]);
  const now = useNow(1000);
  const isOver = data !== undefined && new Date(data.expiresAt) <= now;
  const another = (
    <Button wide onClick={() => mutate()} loading={isPending}>
      {error === null ? "Pedir otro código" : "Intentar de nuevo"}
    </Button>
  );
  if (error !== null || isOver) {
    return (
      <div className={css["code"]}>
        <p role="status">{error === null ? "Este código venció." : sentenceFor(error)}</p>
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
