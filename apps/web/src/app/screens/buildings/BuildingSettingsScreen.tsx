import { useMutation } from "@tanstack/react-query";
import type { BuildingSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import { Link, useNavigate, useParams, useSearchParams } from "react-router";
import { AccessTab } from "../../../features/access-control/index.ts";
import {
  BuildingForm,
  deletion,
  dropBuilding,
  type NewBuilding,
  saveBuilding,
  TowersTab,
  useBuildingSettings,
} from "../../../features/buildings/index.ts";
import { CamerasTab } from "../../../features/cameras/index.ts";
import { ControllerTab } from "../../../features/controllers/index.ts";
import { DoorsTab } from "../../../features/doors/index.ts";
import { SignTab } from "../../../features/entrance-sign/index.ts";
import { InputsTab } from "../../../features/inputs/index.ts";
import { IntegrationsTab } from "../../../features/integrations/index.ts";
import { KiosksTab } from "../../../features/kiosks/index.ts";
import { StaffTab } from "../../../features/users/index.ts";
import { adminPaths, buildingPath } from "../../../lib/admin-paths.ts";
import { sendChanged } from "../../../lib/changed-values.ts";
import { refreshEverything } from "../../../lib/queries.ts";
import { useMay } from "../../../lib/useMay.ts";
import { Button } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { FieldSkeletons } from "../../../ui/FormSkeletons.tsx";
import { sayFailed } from "../../../ui/failed.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { notify } from "../../../ui/notices.ts";
import { Actions, Panel } from "../../../ui/Panel.tsx";
import { Screen } from "../../../ui/Screen.tsx";
import { Skeleton } from "../../../ui/Skeletons.tsx";
import { Tabs } from "../../../ui/Tabs.tsx";
import { CardHoldersTab } from "../card-holders/CardHoldersTab.tsx";
import css from "./BuildingSettingsScreen.module.css";

/** '/admin-dashboard/buildings/{buildingId}/settings': everything that a building consists of. */
export function BuildingSettingsScreen() {
  const { buildingId = "" } = useParams();
  const query = useBuildingSettings(buildingId);
  return (
    <Screen>
      <ListStates query={query} skeleton={<Shape />}>
        {(building) => <Settings key={building.id} building={building} />}
      </ListStates>
    </Screen>
  );
}

/** Its name, the tabs, and the fields of the first. */
const Shape = () => (
  <div className={css["shape"]}>
    <Skeleton width="16rem" height="2.25rem" />
    <Skeleton height="var(--um-touch)" />
    <FieldSkeletons count={4} />
  </div>
);

function Settings({ building }: { building: BuildingSettings }) {
  const [search, setSearch] = useSearchParams();
  const { id, name, timeZone } = building;
  return (
    <>
      <header>
        <h1>{name}</h1>
        <Link className={css["back"]} to={buildingPath(id)} state={{ building: { id, name } }}>
          Ver el edificio
        </Link>
      </header>
      <Tabs
        label={`Configuración de ${name}`}
        chosen={search.get("ver")}
        onChoose={(ver) => setSearch({ ver }, { replace: true, preventScrollReset: true })}
        tabs={[
          { id: "datos", label: "Datos", content: <Facts building={building} /> },
          { id: "torres", label: "Torres y pisos", content: <TowersTab buildingId={id} /> },
          { id: "camaras", label: "Cámaras", content: <CamerasTab buildingId={id} /> },
          { id: "puertas", label: "Puertas", content: <DoorsTab buildingId={id} timeZone={timeZone} /> },
          { id: "entradas", label: "Entradas", content: <InputsTab buildingId={id} /> },
          { id: "niveles", label: "Niveles de acceso", content: <AccessTab building={building} /> },
          { id: "sin-cuenta", label: "Personas sin cuenta", content: <CardHoldersTab building={building} /> },
          {
            id: "controlador",
            label: "Controlador",
            content: <ControllerTab buildingId={id} timeZone={timeZone} />,
          },
          {
            id: "equipos",
            label: "Equipos de portería",
            content: <KiosksTab buildingId={id} timeZone={timeZone} />,
          },
          {
            id: "integraciones",
            label: "Integraciones",
            content: <IntegrationsTab buildingId={id} timeZone={timeZone} />,
          },
          { id: "letrero", label: "Letrero de la entrada", content: <SignTab buildingId={id} /> },
          { id: "personal", label: "Personal", content: <StaffTab buildingId={id} timeZone={timeZone} /> },
        ]}
      />
    </>
  );
}

function Facts({ building }: { building: BuildingSettings }) {
  const navigate = useNavigate();
  const isOfPlatform = useMay("platform.administer");
  const saving = useMutation({
    mutationFn: ({ began, fields }: { began: NewBuilding; fields: NewBuilding }) =>
      sendChanged(began, fields, (changed) => saveBuilding(building.id, changed)),
    onSuccess: async () => {
      await refreshEverything();
      notify("Actualización exitosa", "good");
    },
  });
  const remove = async () => {
    if (!(await dialogs.confirm(deletion(building.name)))) {
      return;
    }
    try {
      await dropBuilding(building.id);
    } catch (error) {
      await sayFailed(error);
      return;
    }
    void refreshEverything();
    await navigate(adminPaths.buildings, { replace: true });
  };
  return (
    <Panel title="Datos del edificio">
      <BuildingForm
        building={building}
        isSaving={saving.isPending}
        onSave={(fields, began, { saved, failed }) =>
          saving.mutate({ began, fields }, { onSuccess: saved, onError: failed })
        }
      />
      {isOfPlatform ? (
        <Actions fills>
          <Button look="destructive" onClick={() => void remove()}>
            Eliminar edificio
          </Button>
        </Actions>
      ) : null}
    </Panel>
  );
}
