import { IconDownload, IconLock, IconLockOpen, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { PersonalData } from "@umbral/contract/personal-data/personal-data.contract";
import { useState } from "react";
import { formatDate, formatDay } from "../../lib/dates.ts";
import { isOfWhoLeft } from "../../lib/download.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Panel } from "../../ui/Panel.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { EraseForm, type Whose } from "./EraseForm.tsx";
import { HoldForm } from "./HoldForm.tsx";
import css from "./PersonalData.module.css";
import { downloadPerson, usePersonalData } from "./personal-data.api.ts";

/** 'Datos personales': all that is kept of somebody, as an archive, held by law, or erased. */
export function PersonalDataPanel({ person, onErased }: { person: Whose; onErased(): void }) {
  const query = usePersonalData(person.id);
  return (
    <Panel title="Datos personales">
      <ListStates query={query} skeleton={<CardSkeletons count={1} />}>
        {(data) => <Acts person={person} data={data} onErased={onErased} />}
      </ListStates>
    </Panel>
  );
}

type Asking = "hold" | "erase" | null;

function Acts({ person, data, onErased }: { person: Whose; data: PersonalData; onErased(): void }) {
  const { hold, may } = data;
  const [asking, setAsking] = useState<Asking>(null);
  const close = () => setAsking(null);
  const fetching = useMutation({
    mutationFn: () => downloadPerson(person.id),
    onError: (error) => {
      if (!isOfWhoLeft(error)) {
        void sayFailed(error);
      }
    },
  });
  const isHeld = hold !== null;
  return (
    <div className={css["content"]}>
      {hold === null ? null : (
        <div className={css["held"]}>
          <strong>
            Retenidos por ley desde el {formatDay(hold.since)}
            {hold.by === null ? "" : ` por ${hold.by.name}`}
          </strong>
          <span>{hold.reason}</span>
          <span className={css["soft"]}>Mientras dure la retención no se borra nada de esta persona.</span>
        </div>
      )}
      <p className={css["soft"]}>
        {may.export
          ? "Un archivo con todo lo que se guarda de esta persona, sus fotos y documentos también."
          : "También es de otro edificio: sus datos los entrega la plataforma."}
      </p>
      <div className={css["acts"]}>
        {may.export ? (
          <Button
            look="quiet"
            icon={<IconDownload aria-hidden="true" size={20} />}
            loading={fetching.isPending}
            onClick={() => fetching.mutate()}
          >
            Descargar todo
          </Button>
        ) : null}
        {may.hold ? (
          <Button
            look="quiet"
            icon={
              isHeld ? (
                <IconLockOpen aria-hidden="true" size={20} />
              ) : (
                <IconLock aria-hidden="true" size={20} />
              )
            }
            onClick={() => setAsking("hold")}
          >
            {isHeld ? "Levantar la retención" : "Retener por ley"}
          </Button>
        ) : null}
        {may.erase ? (
          <Button
            look="destructive"
            icon={<IconTrash aria-hidden="true" size={20} />}
            onClick={() => setAsking("erase")}
          >
            Borrar sus datos
          </Button>
        ) : null}
      </div>
      <Looks looks={data.looks} />
      <Modal
        isOpen={asking === "hold"}
        title={isHeld ? "Levantar la retención por ley" : `Retener por ley los datos de ${person.name}`}
        narrow
        onClose={close}
      >
        {asking === "hold" ? <HoldForm personId={person.id} isHeld={isHeld} onDone={close} /> : null}
      </Modal>
      <Modal
        isOpen={asking === "erase"}
        title={`¿Borrar los datos de ${person.name}?`}
        narrow
        onClose={close}
      >
        {asking === "erase" ? <EraseForm person={person} onCancel={close} onErased={onErased} /> : null}
      </Modal>
    </div>
  );
}

/** 'Quién vio sus documentos': who saw their pictures, or took all of it. */
const Looks = ({ looks }: Pick<PersonalData, "looks">) => (
  <>
    <h3>Quién vio sus documentos</h3>
    {looks.length === 0 ? (
      <p className={css["soft"]}>Nadie ha visto sus fotos ni descargado sus datos.</p>
    ) : (
      <ul className={css["looks"]}>
        {looks.map(({ at, by, isTaken }) => (
          <li key={`${at} ${by.name}`}>
            <strong>{by.name}</strong>
            <span className={css["soft"]}>
              {isTaken ? "Descargó todo" : "Vio su foto"} · <time dateTime={at}>{formatDate(at)}</time>
            </span>
          </li>
        ))}
      </ul>
    )}
  </>
);
