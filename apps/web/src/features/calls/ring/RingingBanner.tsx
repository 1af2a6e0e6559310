import { useId } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import { originOf } from "../calls.strings.ts";
import type { RingingCall } from "../desk/index.ts";
import css from "./RingingBanner.module.css";
import { RingingEntrance, useSeesEntrance } from "./RingingEntrance.tsx";

interface RingingBannerProps {
  call: RingingCall;
  onAnswer(): void;
  onReject(): void;
}

/** Somebody rings while this person is talking: a strip that leaves them talking, with a small picture of who stands at the entrance. */
export function RingingBanner({ call, onAnswer, onReject }: RingingBannerProps) {
  const id = useId();
  const hasEntrance = useSeesEntrance(call);
  return (
    <section className={css["banner"]} aria-labelledby={`${id}-who`}>
      {hasEntrance ? (
        <RingingEntrance buildingId={call.building.id} className={css["entrance"]} />
      ) : (
        <Face src={call.from.photo} alt="" size={52} />
      )}
      <div className={css["words"]} role="alert">
        <h2 id={`${id}-who`}>Otra llamada: {call.from.name}</h2>
        <p>{call.apartment === null ? originOf(call) : `${call.apartment.name} · ${originOf(call)}`}</p>
      </div>
      <div className={css["buttons"]}>
        <Button onClick={onAnswer}>Contestar</Button>
        <Button look="danger" onClick={onReject}>
          Rechazar
        </Button>
      </div>
    </section>
  );
}
