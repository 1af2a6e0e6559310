import { IconCamera, IconCameraSearch, IconRefresh } from "@tabler/icons-react";
import { CAMERA_HOST } from "@umbral/contract/cameras/camera-host";
import type { FoundCamera } from "@umbral/contract/cameras/camera-search";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { TextField } from "../../ui/fields.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { ControllerChoice, useControllers } from "../controllers/index.ts";
import { type SearchedPlace, useCameraSearch } from "./administering-cameras.api.ts";
import css from "./CameraSearch.module.css";
import type { CameraValues } from "./camera-values.ts";
import { FoundCameraForm } from "./FoundCameraForm.tsx";
import { isKnown, machineOf, NAMELESS } from "./found-cameras.ts";

interface CameraSearchProps {
  buildingId: string;
  /** The sources of the cameras that the building has. */
  known: readonly CameraSource[];
  /** What the form of the new camera begins with. */
  onChosen(start: Partial<CameraValues>): void;
}

/** Looks for cameras in the network of the building's controller, and asks the chosen one for its streams. */
export function CameraSearch({ buildingId, known, onChosen }: CameraSearchProps) {
  const { data: controllers } = useControllers(buildingId);
  const [controllerId, setController] = useState("");
  const [host, setHost] = useState("");
  const [chosen, setChosen] = useState<FoundCamera | null>(null);
  // With one controller there is nothing to choose: it begins at once.
  const isReady = controllers?.length === 1 || controllerId !== "";
  const place: SearchedPlace | null = isReady ? { controllerId, host } : null;
  const query = useCameraSearch(buildingId, place);
  if (controllers?.length === 0) {
    return (
      <Empty
        title="Este edificio todavía no tiene controlador."
        hint="Él es quien busca las cámaras en su red."
      />
    );
  }
  if (chosen !== null) {
    return (
      <FoundCameraForm
        buildingId={buildingId}
        controllerId={controllerId}
        camera={chosen}
        onBack={() => setChosen(null)}
        onChosen={(start) => onChosen({ ...start, controllerId })}
      />
    );
  }
  const again = (
    <Button
      look="quiet"
      icon={<IconRefresh aria-hidden="true" size={20} />}
      loading={query.isFetching}
      onClick={() => void query.refetch()}
    >
      Buscar de nuevo
    </Button>
  );
  return (
    <div className={css["search"]}>
      <ControllerChoice buildingId={buildingId} value={controllerId} onChange={setController} />
      {place === null ? null : (
        <>
          <p role="status" className={css["words"]}>
            {query.isFetching ? SEARCHING : query.data?.cameras.length ? FOUND : ""}
          </p>
          <ListStates
            query={query}
            isEmpty={({ cameras }) => cameras.length === 0}
            skeleton={<div className={css["skeleton"]} />}
            empty={{
              title: query.data?.reason ?? "No respondió ninguna cámara.",
              ...(query.data?.reason ? {} : { hint: NOBODY }),
              icon: <IconCameraSearch size={32} stroke={1.6} />,
              action: again,
            }}
          >
            {({ cameras }) => (
              <>
                <ul className={css["list"]} aria-label="Cámaras encontradas">
                  {cameras.map((camera) => (
                    <li key={camera.address}>
                      <FoundButton
                        camera={camera}
                        isKnown={isKnown(camera, known)}
                        onClick={() => setChosen(camera)}
                      />
                    </li>
                  ))}
                </ul>
                {again}
              </>
            )}
          </ListStates>
          <HostForm onSearch={setHost} isBusy={query.isFetching} />
        </>
      )}
    </div>
  );
}

const SEARCHING = "Buscando cámaras en la red del controlador… Tarda unos segundos.";
const FOUND = "Elige una cámara para ver sus videos.";
const NOBODY =
  "Revisa que estén encendidas, en la misma red que el controlador y con ONVIF activado. Si sabes la dirección IP de una, escríbela abajo.";

interface FoundButtonProps {
  camera: FoundCamera;
  isKnown: boolean;
  onClick(): void;
}

const FoundButton = ({ camera: { name, model, address }, isKnown, onClick }: FoundButtonProps) => (
  <button type="button" className={css["found"]} onClick={onClick}>
    <IconCamera aria-hidden="true" size={24} stroke={1.6} />
    <span className={css["text"]}>
      <span className={css["name"]}>{name ?? model ?? NAMELESS}</span>
      <span className={css["words"]}>
        {[model === name ? null : model, machineOf(address), isKnown ? "Ya está en Umbral" : null]
          .filter((word) => word !== null)
          .join(" · ")}
      </span>
    </span>
  </button>
);

/** One camera by its address, where the network passes on no search. */
function HostForm({ onSearch, isBusy }: { onSearch(host: string): void; isBusy: boolean }) {
  const { form, text, submit } = useForm(
    { host: "" },
    ({ host }) => ({
      host: CAMERA_HOST.test(host.trim()) ? undefined : "* Escribe una dirección IP, por ejemplo 10.0.0.20",
    }),
    { isFleeting: true },
  );
  return (
    <Form ref={form} onSubmit={submit(({ host }) => onSearch(host.trim()))}>
      <TextField
        {...text("host")}
        label="¿No aparece? Búscala por su dirección IP"
        hint="Por ejemplo 10.0.0.20, o 10.0.0.20:8080 si su página no está en el puerto 80."
        inputMode="url"
        autoComplete="off"
        maxLength={21}
      />
      <Button type="submit" look="quiet" disabled={isBusy}>
        Buscar esa dirección
      </Button>
    </Form>
  );
}
