import type {
  changeFloor,
  createFloor,
  FloorSettings,
} from "@umbral/contract/buildings/administering-buildings.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Sending, upload } from "../../lib/upload.ts";
import { useUpload } from "../../lib/useUpload.ts";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { PhotoPicker } from "../../ui/PhotoPicker.tsx";
import { UploadProgress } from "../../ui/UploadProgress.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { sayAtName } from "./administering.strings.ts";

interface FloorFormProps {
  towerId: string;
  floor: FloorSettings | null;
  onDone(): void;
}

interface Fields {
  name: string;
  plan: File | null;
}

/** A floor's name and its plan: a photo or a drawing of it, seen from above. */
export function FloorForm({ towerId, floor, onDone }: FloorFormProps) {
  const [plan, setPlan] = useState<File | null>(null);
  const [began] = useState(floor?.name ?? "");
  const { form, text, refuse, submit } = useForm({ name: began }, ({ name }) => ({
    name: required(name, fieldSentences.required),
  }));
  const send = async (fields: Fields, sending: Required<Sending>) => {
    const plan = fields.plan === null ? {} : { plan: fields.plan };
    if (floor === null) {
      return upload<typeof createFloor>("POST", "/api/{product}/towers/{id}/floors", {
        params: { id: towerId },
        body: { name: fields.name, ...plan },
        ...sending,
      });
    }
    const body = { ...(fields.name === began ? {} : { name: fields.name }), ...plan };
    return Object.keys(body).length === 0
      ? undefined
      : upload<typeof changeFloor>("PUT", "/api/{product}/floors/{id}", {
          params: { id: floor.id },
          body,
          ...sending,
        });
  };
  const saving = useUpload(send, {
    done: () => {
      void refreshEverything();
      onDone();
    },
    failed: (error) => sayAtName(error, refuse),
  });
  return (
    <Form ref={form} onSubmit={submit(({ name }) => saving.begin({ name: name.trim(), plan }))}>
      <TextField
        {...text("name")}
        label="Nombre del piso"
        hint="Como 1, Sótano o Terraza."
        autoComplete="off"
        maxLength={80}
      />
      <PhotoPicker
        label={floor?.image == null ? "Plano (opcional)" : "Otro plano (opcional)"}
        value={plan}
        onChange={setPlan}
        camera="environment"
        of="paper"
      />
      <Button type="submit" loading={saving.isPending}>
        {floor === null ? "Crear piso" : "Guardar cambios"}
      </Button>
      <UploadProgress
        share={plan === null ? null : saving.share}
        what="el plano"
        onCancel={saving.cancel}
        keepsPlace={plan !== null}
      />
    </Form>
  );
}
