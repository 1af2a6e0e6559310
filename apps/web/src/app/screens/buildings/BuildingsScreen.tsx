import { IconBuilding } from "@tabler/icons-react";
import type { AdminBuilding, BuildingOrder } from "@umbral/contract/buildings/building-list.contract";
import { Link, Navigate } from "react-router";
import {
  ControllerState,
  CreateBuilding,
  downloadBuildings,
  useAdminBuildings,
  useOnlyBuilding,
} from "../../../features/buildings/index.ts";
import { buildingPath } from "../../../lib/admin-paths.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { type Order, useListOrder } from "../../../lib/useListOrder.ts";
import { useMay } from "../../../lib/useMay.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import { DownloadButton } from "../../../ui/DownloadButton.tsx";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { Screen, ScreenHead } from "../../../ui/Screen.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { ExportChosen } from "../../../ui/table/ExportChosen.tsx";
import { BuildingActions } from "./BuildingActions.tsx";
import css from "./BuildingsScreen.module.css";

/** By what buildings can stand, as the address calls it. */
const buildingsInAddress: Readonly<Record<BuildingOrder, string>> = {
  name: "nombre",
  city: "ciudad",
  apartments: "apartamentos",
};
const byName: Order<BuildingOrder> = { by: "name", isDescending: false };

/** '/admin-dashboard/buildings': every building that somebody administers, and what can be done with each. */
export function BuildingsScreen() {
  const own = useOnlyBuilding();
  return own === null ? <Buildings /> : <Navigate to={buildingPath(own)} replace />;
}

function Buildings() {
  const isOfPlatform = useMay("platform.administer");
  const address = useListAddress(["buscar"]);
  const search = address.value("buscar");
  const order = useListOrder(buildingsInAddress, byName);
  const query = useAdminBuildings(search, address.page, order.current ?? byName);
  useLastPage(address, query);
  const totalPages = query.data?.totalPages ?? 1;
  return (
    <Screen>
      <ScreenHead>
        <h1>Administrar Edificios</h1>
        <span className={css["tools"]}>
          <DownloadButton fetch={() => downloadBuildings(search)}>Descargar CSV</DownloadButton>
          {isOfPlatform ? <CreateBuilding /> : null}
        </span>
      </ScreenHead>
      <div className={css["search"]}>
        <SearchField
          label="Buscar por nombre"
          value={search}
          onChange={(buscar) => address.change({ buscar })}
        />
      </div>
      <div aria-busy={query.isPlaceholderData}>
        <DataTable
          caption="Edificios"
          columns={columns}
          query={{ ...query, data: query.data?.buildings }}
          rowKey={({ id }) => id}
          usualRows={6}
          name="buildings"
          order={order}
          rowName={({ name }) => name}
          hasDetails
          acts={(rows) => (
            <ExportChosen rows={rows} fetch={(ids, form) => downloadBuildings(search, ids, form)} />
          )}
          empty={
            search === ""
              ? { title: "Todavía no hay edificios.", icon: <IconBuilding size={32} stroke={1.6} /> }
              : {
                  title: "Ningún edificio coincide con tu búsqueda.",
                  hint: "Prueba con otra parte del nombre.",
                  icon: <IconBuilding size={32} stroke={1.6} />,
                }
          }
        />
      </div>
      <Pages page={address.page} total={totalPages} onChange={address.goTo} />
    </Screen>
  );
}

const columns: readonly Column<AdminBuilding>[] = [
  {
    id: "name",
    header: "Edificio",
    isTitle: true,
    isSortable: true,
    cell: (building) => (
      <Link className={css["name"]} to={buildingPath(building.id)} state={{ building }}>
        {building.name}
      </Link>
    ),
  },
  { id: "city", header: "Ciudad", line: 1, isSortable: true, cell: ({ city }) => city },
  {
    id: "apartments",
    header: "Aptos.",
    isSortable: true,
    align: "end",
    cell: ({ apartments }) => apartments,
  },
  {
    id: "controller",
    header: "Controlador",
    line: 2,
    cell: (building) => <ControllerState building={building} />,
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    align: "end",
    cell: (building) => <BuildingActions building={building} />,
  },
];
