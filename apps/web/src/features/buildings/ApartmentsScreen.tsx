import { IconHome, IconPencil, IconTrash, IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type {
  ApartmentOrder,
  ApartmentSettings,
} from "@umbral/contract/buildings/administering-apartments.contract";
import { useRef, useState } from "react";
import { Link, useLocation, useParams } from "react-router";
import { apartmentUsersPath, buildingSettingsPath } from "../../lib/admin-paths.ts";
import { sendChanged } from "../../lib/changed-values.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { type Order, useListOrder } from "../../lib/useListOrder.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button, ButtonLink, IconButton } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Form } from "../../ui/Panel.tsx";
import { PrintButton } from "../../ui/PrintButton.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import css from "./ApartmentsScreen.module.css";
import {
  type ApartmentQuestion,
  downloadApartments,
  dropApartment,
  renewApartment,
  saveApartment,
  useApartments,
} from "./administering.api.ts";
import {
  apartmentSentences,
  apartmentTypeNames,
  apartmentTypeOptions,
  asApartmentType,
  sayAtName,
} from "./administering.strings.ts";
import { buildingIn } from "./shown-building.ts";

/** What the address calls those that are shown. */
const states: Readonly<Record<string, ApartmentQuestion["active"] | undefined>> = {
  activos: "true",
  inactivos: "false",
};

const stateOptions = [
  { value: "activos", label: "Activos" },
  { value: "inactivos", label: "Sin activar" },
];

/** By what homes can stand, as the address calls it. */
const homesInAddress: Readonly<Record<ApartmentOrder, string>> = {
  tower: "torre",
  name: "apartamento",
  floor: "piso",
  active: "estado",
  people: "personas",
};
const byTower: Order<ApartmentOrder> = { by: "tower", isDescending: false };

/** '/admin-dashboard/buildings/{buildingId}/apartments': the homes of one building. */
export function ApartmentsScreen() {
  const { buildingId = "" } = useParams();
  const { state } = useLocation();
  const address = useListAddress(["buscar", "estado"]);
  const search = address.value("buscar");
  const active = states[address.value("estado")] ?? "";
  // What an address says that is none of these filters nothing.
  const stated = active === "" ? "" : address.value("estado");
  const [changing, setChanging] = useState<ApartmentSettings | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const order = useListOrder(homesInAddress, byTower);
  const query = useApartments(buildingId, {
    search,
    active,
    page: address.page,
    order: order.current ?? byTower,
  });
  useLastPage(address, query);
  const given = buildingIn(state);
  const name = query.data?.building.name ?? (given?.id === buildingId ? given.name : undefined);
  const remove = async (apartment: ApartmentSettings) => {
    if (!(await dialogs.confirm(apartmentSentences.question(apartment.name)))) {
      return;
    }
    try {
      await renewApartment(buildingId, apartment.id);
      await refreshEverything();
      await dialogs.success(apartmentSentences.deleted);
    } catch (error) {
      await sayFailed(error);
    }
    // The row is another one now: the focus would be nowhere.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <Screen>
      <ScreenHead>
        <h1 ref={heading} tabIndex={-1}>
          {name === undefined ? "Apartamentos" : `Apartamentos de ${name}`}
        </h1>
        <span className={css["tools"]}>
          <ButtonLink look="quiet" to={buildingSettingsPath(buildingId, "torres")}>
            Crear apartamentos
          </ButtonLink>
          <DownloadButton fetch={() => downloadApartments(buildingId, { search, active })}>
            Descargar CSV
          </DownloadButton>
          <PrintButton />
        </span>
      </ScreenHead>
      <div className={css["search"]}>
        <SearchField
          label="Buscar por nombre"
          value={search}
          maxLength={60}
          onChange={(buscar) => address.change({ buscar })}
        />
        <Filters
          chips={chipOf(stateOptions.find(({ value }) => value === stated)?.label, () =>
            address.change({ estado: "" }),
          )}
          onClear={address.clear}
        >
          <SelectField
            label="Estado"
            value={stated}
            options={[{ value: "", label: "Todos" }, ...stateOptions]}
            onChange={(estado) => address.change({ estado })}
          />
        </Filters>
      </div>
      <div aria-busy={query.isPlaceholderData}>
        <DataTable
          caption="Apartamentos"
          columns={columnsOf(setChanging, (apartment) => void remove(apartment))}
          query={{ ...query, data: query.data?.apartments }}
          rowKey={({ id }) => id}
          usualRows={8}
          name="homes"
          order={order}
          rowName={apartmentName}
          hasDetails
          isCovered={changing !== null}
          acts={(rows) => (
            <ExportChosen
              rows={rows}
              fetch={(ids, form) => downloadApartments(buildingId, { search, active, ids }, form)}
            />
          )}
          empty={{
            title: address.isFiltered
              ? "Ningún apartamento coincide con tu búsqueda."
              : "Este edificio todavía no tiene apartamentos.",
            icon: <IconHome size={32} stroke={1.6} />,
          }}
        />
      </div>
      <Pages page={address.page} total={query.data?.totalPages ?? 1} onChange={address.goTo} />
      <Modal
        isOpen={changing !== null}
        title={`Apartamento ${changing?.name ?? ""}`}
        onClose={() => setChanging(null)}
        narrow
      >
        {changing === null ? null : <ApartmentForm apartment={changing} onDone={() => setChanging(null)} />}
      </Modal>
    </Screen>
  );
}

/** Towers may have homes of the same name. */
const apartmentName = ({ name, tower }: ApartmentSettings): string => `${name}, torre ${tower.name}`;

const columnsOf = (
  change: (apartment: ApartmentSettings) => void,
  remove: (apartment: ApartmentSettings) => void,
): readonly Column<ApartmentSettings>[] => [
  { id: "name", header: "Apartamento", isTitle: true, isSortable: true, cell: ({ name }) => name },
  { id: "tower", header: "Torre", isSortable: true, line: 1, cell: ({ tower }) => tower.name },
  { id: "floor", header: "Piso", isSortable: true, line: 2, cell: ({ floor }) => floor.name },
  { id: "type", header: "Tipo", cell: ({ apartmentType }) => apartmentTypeNames[apartmentType] },
  {
    id: "active",
    header: "Estado",
    isSortable: true,
    line: 3,
    cell: ({ active }) => (active ? "Activo" : "Sin activar"),
  },
  {
    id: "people",
    header: "Personas",
    isSortable: true,
    isLatestFirst: true,
    align: "end",
    cell: ({ people }) => people,
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    align: "end",
    cell: (apartment) => (
      <span className={css["actions"]}>
        <Link
          className={css["way"]}
          to={apartmentUsersPath(apartment.id)}
          state={{ apartmentName: apartment.name }}
          aria-label={`Ver usuarios: ${apartment.name}`}
          title="Ver usuarios"
        >
          <IconUsers aria-hidden="true" size={22} />
        </Link>
        <IconButton label={`Cambiar: ${apartment.name}`} onClick={() => change(apartment)}>
          <IconPencil aria-hidden="true" size={22} />
        </IconButton>
        <IconButton isDestructive label={`Eliminar: ${apartment.name}`} onClick={() => remove(apartment)}>
          <IconTrash aria-hidden="true" size={22} />
        </IconButton>
      </span>
    ),
  },
];

const apartmentOf = ({ name, type }: { name: string; type: string }) => ({
  name: name.trim(),
  apartmentType: asApartmentType(type),
});

function ApartmentForm({ apartment, onDone }: { apartment: ApartmentSettings; onDone(): void }) {
  const leave = useWhileHere(onDone);
  const [began] = useState({ name: apartment.name, type: String(apartment.apartmentType) });
  const { form, text, refuse, submit } = useForm(began, ({ name }) => ({
    name: required(name, fieldSentences.required),
  }));
  const saving = useMutation({
    mutationFn: (given: typeof began) =>
      sendChanged(apartmentOf(began), apartmentOf(given), (changed) => saveApartment(apartment.id, changed)),
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => sayAtName(error, refuse),
  });
  /** For a home that was typed by mistake: nothing takes its place. */
  const remove = async () => {
    if (!(await dialogs.confirm(apartmentSentences.dropping(apartment.name)))) {
      return;
    }
    try {
      await dropApartment(apartment.id);
      await refreshEverything();
      leave();
    } catch (error) {
      await sayFailed(error);
    }
  };
  return (
    <Form ref={form} onSubmit={submit((values) => saving.mutate(values))}>
      <TextField {...text("name")} label="Nombre" autoComplete="off" maxLength={40} />
      <SelectField {...text("type")} label="Tipo" options={apartmentTypeOptions} />
      <Button type="submit" loading={saving.isPending}>
        Guardar cambios
      </Button>
      {apartment.people === 0 ? (
        <Button look="destructive" onClick={() => void remove()}>
          Eliminar del edificio
        </Button>
      ) : null}
    </Form>
  );
}
