import {
  IconCalendarTime,
  IconCameraSearch,
  IconPencil,
  IconPlus,
  IconTrash,
  IconVideo,
} from "@tabler/icons-react";
import type { CameraSettings, CameraVideo } from "@umbral/contract/cameras/administering-cameras.contract";
import { useState } from "react";
import { cameraDayPath } from "../../lib/admin-paths.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Actions, Panel } from "../../ui/Panel.tsx";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { downloadCameras, dropCamera, useCameraSettings } from "./administering-cameras.api.ts";
import { CameraForm } from "./CameraForm.tsx";
import { CameraSearch } from "./CameraSearch.tsx";
import type { CameraValues } from "./camera-values.ts";
import { videoWords } from "./video.strings.ts";

type CameraInTable = CameraSettings & { video: CameraVideo };

/** The camera whose form is open; a new one begins with what was found. */
interface Draft {
  camera: CameraSettings | null;
  start?: Partial<CameraValues>;
}

/** By what they can stand, as the address calls it. */
const camerasInAddress = { name: "nombre", kind: "tipo" } as const;

/** The cameras of a building: where their pictures come from, and what they watch for. */
export function CamerasTab({ buildingId }: { buildingId: string }) {
  const query = useCameraSettings(buildingId);
  const order = useListOrder(camerasInAddress, null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [isSearching, setSearching] = useState(false);
  const close = () => setDraft(null);
  const newCamera = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ camera: null })}>
      Crear cámara
    </Button>
  );
  const search = (
    <Button
      look="quiet"
      icon={<IconCameraSearch aria-hidden="true" size={20} />}
      onClick={() => setSearching(true)}
    >
      Buscar cámaras
    </Button>
  );
  return (
    <Panel
      title="Cámaras"
      action={
        query.data?.length ? (
          <Actions>
            <DownloadButton fetch={() => downloadCameras(buildingId)}>Descargar CSV</DownloadButton>
            {search}
            {newCamera}
          </Actions>
        ) : null
      }
    >
      <DataTable
        caption="Cámaras"
        columns={columnsOf((camera) => setDraft({ camera }))}
        query={query}
        rowKey={({ id }) => id}
        usualRows={3}
        name="cameras"
        order={order}
        rowName={({ name }) => name}
        hasDetails
        isCovered={draft !== null}
        acts={(rows) => (
          <ExportChosen rows={rows} fetch={(ids, form) => downloadCameras(buildingId, ids, form)} />
        )}
        empty={{
          title: "Este edificio todavía no tiene cámaras.",
          hint: "Búscalas en la red del controlador, o escribe su dirección: con el controlador conectado verás su imagen.",
          icon: <IconVideo size={32} stroke={1.6} />,
          action: (
            <Actions>
              {search}
              {newCamera}
            </Actions>
          ),
        }}
      />
      <Modal
        isOpen={draft !== null}
        title={draft?.camera ? `Cámara ${draft.camera.name}` : "Crear cámara"}
        onClose={close}
      >
        {draft === null ? null : <CameraForm buildingId={buildingId} {...draft} onDone={close} />}
      </Modal>
      <Modal isOpen={isSearching} title="Buscar cámaras" onClose={() => setSearching(false)}>
        {isSearching ? (
          <CameraSearch
            buildingId={buildingId}
            known={(query.data ?? []).map(({ source }) => source)}
            onChosen={(start) => {
              setSearching(false);
              setDraft({ camera: null, start });
            }}
          />
        ) : null}
      </Modal>
    </Panel>
  );
}

const kindNames: Readonly<Record<CameraSettings["source"]["kind"], string>> = {
  rtsp: "RTSP",
  mjpeg: "MJPEG",
  snapshot: "Foto por HTTP",
  simulated: "Simulada",
};

const columnsOf = (change: (camera: CameraSettings) => void): readonly Column<CameraInTable>[] => [
  { id: "name", header: "Cámara", isTitle: true, sortBy: ({ name }) => name, cell: ({ name }) => name },
  {
    id: "kind",
    header: "Tipo",
    line: 1,
    sortBy: ({ source }) => kindNames[source.kind],
    cell: ({ source }) => kindNames[source.kind],
  },
  {
    id: "doors",
    header: "Puertas",
    line: 2,
    cell: ({ doors }) => doors.map(({ name }) => name).join(", ") || "Ninguna",
  },
  {
    id: "video",
    header: "Transmisión",
    from: "wide",
    cell: ({ video }) => videoWords(video),
  },
  {
    id: "motion",
    header: "Movimiento",
    cell: ({ motion }) => (motion === null ? "No avisa" : `Sensibilidad ${motion.sensitivity}`),
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    align: "end",
    cell: (camera) => (
      <Actions>
        <ButtonLink
          look="plain"
          to={cameraDayPath(camera.id)}
          icon={<IconCalendarTime aria-hidden="true" size={22} />}
        >
          Ver el día<span className="um-hidden"> de {camera.name}</span>
        </ButtonLink>
        <IconButton label={`Cambiar: ${camera.name}`} onClick={() => change(camera)}>
          <IconPencil aria-hidden="true" size={22} />
        </IconButton>
        <IconButton isDestructive label={`Eliminar: ${camera.name}`} onClick={() => void remove(camera)}>
          <IconTrash aria-hidden="true" size={22} />
        </IconButton>
      </Actions>
    ),
  },
];

async function remove(camera: CameraSettings): Promise<void> {
  const isMeant = await dialogs.confirm({
    title: `¿Eliminar la cámara ${camera.name}?`,
    text: "Esta acción no se puede deshacer.",
    irrevocable: true,
  });
  if (!isMeant) {
    return;
  }
  try {
    await dropCamera(camera.id);
    await refreshEverything();
  } catch (error) {
    await sayFailed(error);
  }
}
