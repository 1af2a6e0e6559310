import { IconMailOpened } from "@tabler/icons-react";
import { NoConnection } from "../lib/failures.ts";
import { Button } from "../ui/Button.tsx";
import { type Column, DataTable } from "../ui/DataTable.tsx";
import type { ListQuery } from "../ui/ListStates.tsx";
import { QuerySelect } from "../ui/QuerySelect.tsx";
import css from "./gallery.module.css";

interface Home {
  id: string;
  name: string;
  people: number;
}

const homes: readonly Home[] = [
  { id: "1", name: "A-10", people: 2 },
  { id: "2", name: "A-2", people: 4 },
  { id: "3", name: "B-101", people: 1 },
];
const columns: readonly Column<Home>[] = [
  {
    id: "name",
    header: "Apartamento",
    isTitle: true,
    cell: (home) => home.name,
    sortBy: (home) => home.name,
  },
  {
    id: "people",
    header: "Personas",
    line: 1,
    align: "end",
    cell: (home) => home.people,
    sortBy: (home) => home.people,
  },
  { id: "actions", header: "Acciones", align: "end", cell: () => <Button look="plain">Ver usuarios</Button> },
];

const state = (part: Partial<ListQuery<readonly Home[]>>): ListQuery<readonly Home[]> => ({
  data: undefined,
  error: null,
  isFetching: false,
  refetch: () => undefined,
  ...part,
});
const states: readonly [string, ListQuery<readonly Home[]>][] = [
  ["Llena", state({ data: homes })],
  ["Cargando", state({ isFetching: true })],
  ["Vacía", state({ data: [] })],
  ["Con error", state({ error: new NoConnection("gallery") })],
];

export function ListParts() {
  return (
    <section className={css["part"]}>
      <h2>Listas</h2>
      {states.map(([name, query]) => (
        <div key={name} className={css["part"]}>
          <h3>{name}</h3>
          <QuerySelect
            label="Apartamento"
            words={{
              choose: "Selecciona el apartamento",
              loading: "Cargando apartamentos…",
              empty: "Este piso no tiene apartamentos registrados.",
            }}
            query={query}
            value=""
            onChange={() => undefined}
            error={undefined}
          />
          <DataTable
            caption={`Apartamentos: ${name}`}
            columns={columns}
            query={query}
            rowKey={(home) => home.id}
            empty={{
              title: "No hemos encontrado usuarios registrados.",
              hint: "Cuando alguien se registre, aparecerá aquí.",
              icon: <IconMailOpened size={32} stroke={1.6} />,
            }}
            usualRows={3}
          />
        </div>
      ))}
    </section>
  );
}
