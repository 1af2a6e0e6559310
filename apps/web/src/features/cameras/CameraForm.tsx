import { useMutation } from "@tanstack/react-query";
import type { CameraSettings } from "@umbral/contract/cameras/administering-cameras.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import { useState } from "react";
import { sendChanged } from "../../lib/changed-values.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { DeviceAddressField } from "../../ui/DeviceAddressField.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField, SelectField, TextField } from "../../ui/fields.tsx";
import { FieldGroup, Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { WeeklyHoursFields } from "../../ui/WeeklyHoursFields.tsx";
import { ControllerChoice } from "../controllers/index.ts";
import { makeCamera, saveCamera } from "./administering-cameras.api.ts";
import { CameraTrial } from "./CameraTrial.tsx";
import {
  type CameraValues,
  cameraAddressError,
  cameraErrors,
  cameraFieldsOf,
  cameraValuesOf,
  sourceOf,
  USUAL_HOURS,
} from "./camera-values.ts";
import { MotionZones } from "./MotionZones.tsx";
import { useTrial } from "./useTrial.ts";
import { LivePicture, TriedPicture } from "./ZonePicture.tsx";

const kinds = [
  { value: "rtsp", label: "RTSP (la mayoría de las cámaras IP)" },
  { value: "mjpeg", label: "MJPEG por HTTP" },
  { value: "snapshot", label: "Foto por HTTP" },
  { value: "simulated", label: "Simulada, para probar" },
];
const scenes = [
  { value: "entrance", label: "Entrada" },
  { value: "garage", label: "Garaje" },
  { value: "hall", label: "Pasillo" },
  { value: "street", label: "Calle" },
];
const widths = [
  { value: "640", label: "640 px" },
  { value: "1280", label: "1280 px" },
  { value: "1920", label: "1920 px" },
];

/** Said under the address while it is typed, and not before anything was. */
const mistakeIn = (values: CameraValues): string | undefined =>
  values.address.length < SCHEME_LETTERS ? undefined : cameraAddressError(values)?.replace("* ", "");
/** `http://`: before that nobody has come to what can be wrong. */
const SCHEME_LETTERS = 7;

interface CameraFormProps {
  buildingId: string;
  camera: CameraSettings | null;
  /** What a new camera that was found begins with. */
  start?: Partial<CameraValues>;
  onDone(): void;
}

/** A camera's name, where its pictures come from, and a picture from there while one types. */
export function CameraForm({ buildingId, camera, start, onDone }: CameraFormProps) {
  const leave = useWhileHere(onDone);
  const [began] = useState(() => cameraValuesOf(camera));
  const { form, text, values, errors, set, submit } = useForm<CameraValues>(
    { ...began, ...start },
    cameraErrors,
  );
  const saving = useMutation({
    mutationFn: async ({ given, source }: { given: CameraValues; source: CameraSource }) => {
      const fields = cameraFieldsOf(given, source);
      await (camera === null
        ? makeCamera(buildingId, {
            ...fields,
            ...(given.controllerId === "" ? {} : { controllerId: given.controllerId }),
          })
        : sendChanged(cameraFieldsOf(began, sourceOf(began) ?? camera.source), fields, (changed) =>
            saveCamera(camera.id, changed),
          ));
    },
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const save = (given: CameraValues) => {
    const source = sourceOf(given);
    if (source !== null) {
      saving.mutate({ given, source });
    }
  };
  const source = sourceOf(values);
  const trial = useTrial(buildingId, source, {
    cameraId: camera?.id,
    controllerId: values.controllerId,
  });
  const isSaved =
    camera !== null && JSON.stringify(source) === JSON.stringify(sourceOf(cameraValuesOf(camera)));
  const knownWidths = widths.some(({ value }) => value === values.width)
    ? widths
    : [...widths, { value: values.width, label: `${values.width} px` }];
  return (
    <Form
      ref={form}
      onSubmit={submit(save)}
      foot={
        <Button type="submit" loading={saving.isPending}>
          {camera === null ? "Crear cámara" : "Guardar cambios"}
        </Button>
      }
    >
      <Pair>
        <TextField {...text("name")} label="Nombre de la cámara" autoComplete="off" maxLength={80} />
        <SelectField {...text("kind")} label="Tipo de cámara" options={kinds} />
      </Pair>
      {camera === null ? (
        <ControllerChoice
          buildingId={buildingId}
          value={values.controllerId}
          onChange={(id) => set("controllerId", id)}
        />
      ) : null}
      {values.kind === "simulated" ? (
        <SelectField {...text("scene")} label="Escena" options={scenes} />
      ) : (
        <DeviceAddressField
          {...text("address")}
          label="Dirección"
          hint="Con usuario y contraseña si los pide: rtsp://usuario:contraseña@10.0.0.5/live. La contraseña guardada se muestra como ***."
        />
      )}
      {values.kind === "snapshot" ? (
        <TextField
          {...text("every")}
          label="Segundos entre fotos"
          inputMode="decimal"
          autoComplete="off"
          maxLength={4}
        />
      ) : null}
      <CameraTrial trial={trial} canTry={source !== null} mistake={mistakeIn(values)} />
      <Pair>
        <TextField
          {...text("framesPerSecond")}
          label="Imágenes por segundo"
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <SelectField {...text("width")} label="Ancho de la imagen" options={knownWidths} />
      </Pair>
      <FieldGroup legend="Movimiento">
        <CheckField checked={values.looksForMotion} onChange={(checked) => set("looksForMotion", checked)}>
          Avisar cuando alguien se mueva frente a la cámara
        </CheckField>
        {values.looksForMotion ? (
          <>
            <TextField
              {...text("sensitivity")}
              label="Sensibilidad"
              hint="De 1, solo lo grande y claro, a 100, también lo pequeño y tenue."
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
            />
            <MotionZones zones={values.zones} onChange={(zones) => set("zones", zones)}>
              {camera !== null && isSaved ? (
                <LivePicture key={camera.id} buildingId={buildingId} camera={camera} />
              ) : (
                <TriedPicture picture={trial.picture} />
              )}
            </MotionZones>
            <WeeklyHoursFields
              word="Horario"
              fromLabel="Vigila desde"
              usual={USUAL_HOURS}
              hours={values.hours}
              error={errors.hours}
              onChange={(hours) => set("hours", hours)}
            />
          </>
        ) : null}
      </FieldGroup>
    </Form>
  );
}
