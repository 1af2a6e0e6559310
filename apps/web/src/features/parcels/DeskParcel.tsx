import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { parcelWords } from "@umbral/contract/parcels/parcel-words";
import type { Parcel } from "@umbral/contract/parcels/parcels.contract";
import { useState } from "react";
import { usePress } from "../../lib/usePress.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import cards from "../../ui/RecordCards.module.css";
import { ApartmentSearch } from "../buildings/index.ts";
import { ParcelCard } from "./ParcelCard.tsx";
import { ParcelPictures } from "./ParcelPictures.tsx";
import { refreshParcels, sendBillsClosed, sendMove, sendReturn, useParcelPictures } from "./parcels.api.ts";

interface DeskParcelProps {
  building: { id: string; timeZone?: string | undefined };
  parcel: Parcel;
  now: Date;
  /** Without it there is only something to look at. */
  mayKeep: boolean;
  /** To be handed over with others of its home. */
  isChosen: boolean;
  onChoose(isChosen: boolean): void;
  /** These wait no longer, or not for that home. */
  onGone(isGone: (parcel: Parcel) => boolean): void;
  onHandOver(): void;
}

/** One parcel at the desk, and all that can be done with it. */
export function DeskParcel(props: DeskParcelProps) {
  const { building, parcel, now, mayKeep, isChosen, onChoose, onGone, onHandOver } = props;
  const [shown, setShown] = useState<"pictures" | "move" | null>(null);
  const { id, roundId } = parcel;
  const nameOf = usePress();
  const canAct = mayKeep && parcel.outcome === null;
  const name = `${parcelWords(parcel)} de ${parcel.apartment?.name ?? "apartamento eliminado"}`;
  const isThis = (one: Parcel) => one.id === id;
  const act = async (send: () => Promise<unknown>, done: string, isGone = isThis) => {
    try {
      await send();
      onGone(isGone);
      notify(done, "good");
    } catch (error) {
      await sayFailed(error);
    }
    await refreshParcels(building.id);
  };
  const giveBack = async () => {
    if (await dialogs.confirm({ title: "¿Devolver a la transportadora?", text: name, irrevocable: true })) {
      await act(() => sendReturn(building.id, id, nameOf(id)), "Devuelta.");
    }
  };
  const closeRound = async (round: string) => {
    const title = "¿Marcar como entregados todos los recibos que quedan?";
    if (await dialogs.confirm({ title, irrevocable: true })) {
      await act(
        () => sendBillsClosed(building.id, round),
        "Recibos entregados.",
        (one) => one.roundId === round,
      );
    }
  };
  const move = (home: DirectoryApartment) => {
    setShown(null);
    void act(() => sendMove(building.id, id, home.id), `Pasó a ${home.name}.`);
  };
  return (
    <ParcelCard parcel={parcel} now={now} timeZone={building.timeZone} withHome>
      {canAct ? (
        <CheckField checked={isChosen} onChange={onChoose}>
          Entregar junto con otras
          <span className="um-hidden">: {name}</span>
        </CheckField>
      ) : null}
      <div className={cards["acts"]}>
        {parcel.hasLabel || parcel.hasSignature ? (
          <Button look="quiet" aria-label={`Ver fotos: ${name}`} onClick={() => setShown("pictures")}>
            Ver fotos
          </Button>
        ) : null}
        {canAct ? (
          <>
            <Button look="quiet" aria-label={`Cambiar apartamento: ${name}`} onClick={() => setShown("move")}>
              Cambiar apartamento
            </Button>
            <Button aria-label={`Entregar: ${name}`} onClick={onHandOver}>
              Entregar
            </Button>
            {roundId === null ? (
              <Button look="destructive" aria-label={`Devolver: ${name}`} onClick={() => void giveBack()}>
                Devolver
              </Button>
            ) : (
              <Button look="destructive" onClick={() => void closeRound(roundId)}>
                Cerrar todos los recibos
              </Button>
            )}
          </>
        ) : null}
      </div>
      <Modal isOpen={shown === "pictures"} title={name} narrow onClose={() => setShown(null)}>
        {shown === "pictures" ? <Pictures buildingId={building.id} parcelId={id} /> : null}
      </Modal>
      <Modal isOpen={shown === "move"} title="¿De qué apartamento es?" narrow onClose={() => setShown(null)}>
        {shown === "move" ? <ApartmentSearch buildingId={building.id} onChoose={move} /> : null}
      </Modal>
    </ParcelCard>
  );
}

const Pictures = (of: { buildingId: string; parcelId: string }) => (
  <ParcelPictures query={useParcelPictures(of.buildingId, of.parcelId)} />
);
