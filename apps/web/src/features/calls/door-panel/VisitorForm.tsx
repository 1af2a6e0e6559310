import { IconDeviceComputerCamera } from "@tabler/icons-react";
import { type FormEvent, useEffect, useEffectEvent, useRef } from "react";
import { reportTrouble } from "../../../lib/trouble.ts";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/fields.tsx";
import { PhotoPicker } from "../../../ui/PhotoPicker.tsx";
import { frameOf } from "./call-frame.ts";
import css from "./DoorPanel.module.css";
import type { PanelPicture, PanelView, VisitorDraft } from "./door-panel.ts";

interface VisitorFormProps {
  view: PanelView;
  draft: VisitorDraft;
  remote: MediaStream | null;
}

/** Name and pictures of who is at the door: taken from the call's own video, by camera, or from a file. */
export function VisitorForm({
  view: { errors, trouble, isSaving, actions },
  draft,
  remote,
}: VisitorFormProps) {
  useFirstPicture(remote, (picture) => {
    if (draft.photo === null) {
      actions.setPicture?.("photo", picture);
    }
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    actions.save?.();
  };
  const takeFrom = (stream: MediaStream, which: PanelPicture) => {
    frameOf(stream).then((picture) => actions.setPicture?.(which, picture), reportTrouble);
  };
  const picker = (which: PanelPicture, label: string) => (
    <PhotoPicker
      label={label}
      value={draft[which]}
      camera="environment"
      of={which === "photo" ? "face" : "paper"}
      error={errors[which]}
      onChange={(picture) => actions.setPicture?.(which, picture)}
    >
      {remote === null ? null : (
        <Button
          look="quiet"
          icon={<IconDeviceComputerCamera aria-hidden="true" size={20} />}
          onClick={() => takeFrom(remote, which)}
        >
          Tomar del video
        </Button>
      )}
    </PhotoPicker>
  );
  return (
    <form className={css["form"]} noValidate onSubmit={submit}>
      {draft.type === "VISITANTE_CONOCIDO" ? (
        <TextField
          label="Nombre"
          value={draft.name}
          maxLength={120}
          autoComplete="off"
          error={errors.name}
          onChange={(name) => actions.setName?.(name)}
        />
      ) : null}
      {picker("photo", "Foto del rostro")}
      {picker("cedulaFrontal", "Foto del documento")}
      {trouble === null ? null : (
        <p role="alert" className={css["trouble"]}>
          {trouble}
        </p>
      )}
      <Button type="submit" wide loading={isSaving}>
        {isSaving ? "Guardando…" : "Guardar y continuar"}
      </Button>
    </form>
  );
}

/** Who is at the door is in the picture already: one is taken of it when the form opens, and any other may take its place. */
function useFirstPicture(remote: MediaStream | null, give: (picture: File) => void): void {
  const isTaken = useRef(false);
  const arrive = useEffectEvent(give);
  useEffect(() => {
    if (remote !== null && !isTaken.current) {
      isTaken.current = true;
      frameOf(remote).then((picture) => arrive(picture), reportTrouble);
    }
  }, [remote]);
}
