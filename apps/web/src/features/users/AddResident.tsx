import { IconUserPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useFetchedAhead } from "../../lib/useFetchedAhead.ts";
import { Button } from "../../ui/Button.tsx";
import { FieldSkeletons } from "../../ui/FormSkeletons.tsx";
import { SelectField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { optionsByName } from "../../ui/options.ts";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { useAllBuildings, useApartmentDirectory } from "../buildings/index.ts";
import css from "./AddResident.module.css";
import type { Home } from "./members.api.ts";

/** Nobody looks at a list for its form. */
const fetchForm = () => import("./ResidentForm.tsx");
const ResidentForm = lazy(async () => ({ default: (await fetchForm()).ResidentForm }));

interface AddResidentProps {
  /** Absent where no home is chosen yet: then it is a field of the form, and the building where there are several. */
  home?: Home;
  isAdministration: boolean;
}

/** Somebody new in a home: 'Agregar residente' for the administration, 'Invitar' for a leader. */
export function AddResident({ home, isAdministration }: AddResidentProps) {
  const [isOpen, setOpen] = useState(false);
  const label = isAdministration ? "Agregar residente" : "Invitar";
  const close = () => setOpen(false);
  useFetchedAhead(fetchForm);
  return (
    <>
      <Button icon={<IconUserPlus aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Modal
        isOpen={isOpen}
        title={home === undefined ? label : `${label}: apartamento ${home.apartmentName}`}
        narrow
        onClose={close}
      >
        <Suspense fallback={<FieldSkeletons count={3} />}>
          {!isOpen ? null : home === undefined ? (
            <Somewhere onDone={close} />
          ) : (
            <ResidentForm home={home} isAdministration={isAdministration} onDone={close} />
          )}
        </Suspense>
      </Modal>
    </>
  );
}

function Somewhere({ onDone }: { onDone(): void }) {
  const [chosen, setChosen] = useState("");
  return (
    <ListStates
      query={useAllBuildings()}
      isEmpty={(all) => all.length === 0}
      empty={{ title: "Todavía no hay edificios." }}
      skeleton={<Skeleton height="4.5rem" />}
    >
      {(all) => {
        const building = all.length === 1 ? all[0] : all.find(({ id }) => id === chosen);
        return (
          <div className={css["choice"]}>
            {all.length === 1 ? null : (
              <SelectField
                label="Edificio"
                placeholder="Elige un edificio"
                value={chosen}
                options={optionsByName(all)}
                onChange={setChosen}
              />
            )}
            {building && <InBuilding key={building.id} building={building} onDone={onDone} />}
          </div>
        );
      }}
    </ListStates>
  );
}

interface InBuildingProps {
  building: { id: string; timeZone: string };
  onDone(): void;
}

function InBuilding({ building, onDone }: InBuildingProps) {
  const [chosen, setChosen] = useState("");
  return (
    <ListStates
      query={useApartmentDirectory(building.id)}
      isEmpty={(apartments) => apartments.length === 0}
      empty={{ title: "Este edificio todavía no tiene apartamentos." }}
      skeleton={<Skeleton height="4.5rem" />}
    >
      {(apartments) => {
        const apartment = apartments.find(({ id }) => id === chosen);
        return (
          <>
            <SelectField
              label="Apartamento"
              placeholder="Elige un apartamento"
              value={chosen}
              // Two towers may have an apartment of the same name.
              options={apartments.map(({ id, name, tower }) => ({
                value: id,
                label: `${name} · Torre ${tower.name}`,
              }))}
              onChange={setChosen}
            />
            {apartment && (
              <ResidentForm
                key={apartment.id}
                home={{
                  apartmentId: apartment.id,
                  apartmentName: apartment.name,
                  timeZone: building.timeZone,
                }}
                isAdministration
                onDone={onDone}
              />
            )}
          </>
        );
      }}
    </ListStates>
  );
}
