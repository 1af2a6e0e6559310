import { IconDoorOff, IconStairs } from "@tabler/icons-react";
import type { Floor, Tower } from "@umbral/contract/buildings/buildings.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import { useOpened } from "../../lib/useOpened.ts";
import { SelectField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Skeleton } from "../../ui/Skeletons.tsx";
import type { ShownBuilding } from "../buildings/index.ts";
import { doorsWords } from "./changing-modes.strings.ts";
import css from "./DoorMap.module.css";
import { DoorModal } from "./DoorModal.tsx";
import { useDoors } from "./doors.api.ts";
import { FloorPlan } from "./FloorPlan.tsx";
import { mapSentences } from "./map.strings.ts";
import { useFloors, useTowers } from "./plan.api.ts";

/** The plan of each floor with its doors. Choosing one shows its cameras and its buttons. */
export function DoorMap({ building }: { building: ShownBuilding }) {
  const doors = useDoors(building.id);
  const towers = useTowers(building.id);
  const query = {
    data: doors.data && towers.data ? { doors: doors.data, towers: towers.data } : undefined,
    error: doors.error ?? towers.error,
    isFetching: doors.isFetching || towers.isFetching,
    refetch: () => [doors, towers].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
  };
  return (
    <ListStates
      query={query}
      isEmpty={(data) => data.doors.length === 0}
      skeleton={<MapSkeleton />}
      empty={{
        icon: <IconDoorOff size={32} stroke={1.6} />,
        title: mapSentences.noDoors(building.name),
        hint: "Aparecen en el plano apenas la administración las registre.",
      }}
    >
      {(data) => <Towers building={building} {...data} />}
    </ListStates>
  );
}

interface TowersProps {
  building: ShownBuilding;
  doors: readonly Door[];
  towers: readonly Tower[];
}

function Towers({ building, doors, towers }: TowersProps) {
  const [search, setSearch] = useSearchParams();
  const { state } = useLocation();
  const opened = useOpened("puerta");
  const towerOfDoor = towers.find(({ id }) => id === doors[0]?.tower.id);
  const tower = towers.find(({ id }) => id === search.get("torre")) ?? towerOfDoor ?? towers[0];
  const floors = useFloors(tower?.id);
  const change = (values: Record<string, string>) =>
    setSearch(values, { replace: true, preventScrollReset: true, state });

  const openedDoor = doors.find(({ id }) => id === opened.id);
  const drawnDoor = useLast(openedDoor);
  return (
    <div className={css["map"]}>
      <div className={css["selectors"]}>
        <SelectField
          label="Torre"
          value={tower?.id ?? ""}
          onChange={(torre) => change({ torre })}
          options={optionsByName(towers)}
        />
        <FloorSelect
          floors={floors.data ?? []}
          doors={doors}
          value={search.get("piso")}
          onChange={(piso) => change({ ...(tower ? { torre: tower.id } : {}), piso })}
        />
      </div>
      <ListStates
        query={floors}
        isEmpty={(list) => list.length === 0}
        skeleton={<PlanSkeleton />}
        empty={{
          icon: <IconStairs size={32} stroke={1.6} />,
          title: mapSentences.noFloors(tower?.name ?? ""),
        }}
      >
        {(list) => (
          <FloorOf
            tower={tower}
            floor={chosenFloor(list, doors, search.get("piso"))}
            doors={doors}
            timeZone={building.timeZone}
            onChoose={({ id }) => opened.open(id)}
          />
        )}
      </ListStates>
      <DoorModal
        building={building}
        door={drawnDoor}
        isOpen={openedDoor !== undefined}
        onClose={opened.close}
      />
    </div>
  );
}

interface FloorSelectProps {
  floors: readonly Floor[];
  doors: readonly Door[];
  value: string | null;
  onChange(floorId: string): void;
}

function FloorSelect({ floors, doors, value, onChange }: FloorSelectProps) {
  return (
    <SelectField
      label="Piso"
      value={chosenFloor(floors, doors, value)?.id ?? ""}
      onChange={onChange}
      disabled={floors.length === 0}
      options={floors.map(({ id, name }) => ({ value: id, label: `${name}${doorCount(doors, id)}` }))}
    />
  );
}

/** ' · 2 puertas', so that nobody looks for a door floor by floor. */
function doorCount(doors: readonly Door[], floorId: string): string {
  const count = doors.filter(({ floor }) => floor.id === floorId).length;
  return count === 0 ? "" : ` · ${doorsWords(count)}`;
}

/** The floor of the address, else the first one with a door, else the first. */
function chosenFloor(
  floors: readonly Floor[],
  doors: readonly Door[],
  wanted: string | null,
): Floor | undefined {
  return (
    floors.find(({ id }) => id === wanted) ??
    floors.find(({ id }) => doors.some(({ floor }) => floor.id === id)) ??
    floors[0]
  );
}

interface FloorOfProps {
  tower: Tower | undefined;
  floor: Floor | undefined;
  doors: readonly Door[];
  timeZone: string | undefined;
  onChoose(door: Door): void;
}

function FloorOf({ tower, floor, doors, timeZone, onChoose }: FloorOfProps) {
  const own = doors.filter((door) => door.floor.id === floor?.id);
  return (
    <>
      <FloorPlan
        key={floor?.id}
        label={`Plano del piso ${floor?.name ?? ""}, torre ${tower?.name ?? ""}`}
        image={floor?.image ?? null}
        doors={own}
        timeZone={timeZone}
        onChoose={onChoose}
      />
      {own.length === 0 ? <p className={css["hint"]}>En este piso no hay puertas.</p> : null}
    </>
  );
}

/** What was there last, for something that is still drawn while it goes. */
function useLast<Value>(value: Value | undefined): Value | undefined {
  const [last, setLast] = useState(value);
  if (value !== undefined && value !== last) {
    setLast(value);
  }
  return value ?? last;
}

function MapSkeleton() {
  return (
    <div className={css["map"]}>
      <div className={css["selectors"]}>
        <Skeleton height="82px" />
        <Skeleton height="82px" />
      </div>
      <PlanSkeleton />
    </div>
  );
}

function PlanSkeleton() {
  return <div className={css["shade"]} />;
}
