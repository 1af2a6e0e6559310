import { IconPencil, IconUserMinus } from "@tabler/icons-react";
import type { PersonPage, PersonPlace } from "@umbral/contract/users/person.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { lazy, Suspense, useState } from "react";
import { removeFromHome, removeStaffMember, roleNames, StaffForm } from "../../../features/users/index.ts";
import { Button } from "../../../ui/Button.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Skeleton } from "../../../ui/Skeletons.tsx";
import css from "./Person.module.css";

const HomeRoleForm = lazy(async () => ({
  default: (await import("../../../features/users/PlaceForms.tsx")).HomeRoleForm,
}));

interface PlaceActsProps {
  person: PersonPage;
  place: PersonPlace;
  onRemoved(place: PersonPlace): void;
}

interface HomeActsProps extends PlaceActsProps {
  place: PersonPlace & { apartment: NonNullable<PersonPlace["apartment"]> };
}

/** In a home: as what, until when, and that they leave it. */
export function HomeActs({ person, place, onRemoved }: HomeActsProps) {
  const { id: spaceId, apartment, building, role, may } = place;
  const home = {
    apartmentId: apartment.id,
    apartmentName: apartment.name,
    timeZone: building.timeZone,
  };
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  const staysAs = person.places
    .filter(({ id, apartment: other }) => id !== spaceId && other?.id === apartment.id)
    .map((other) => other.role);
  const remove = async () => {
    if (await removeFromHome(home, { userId: person.id, spaceId, name: person.name, role, staysAs })) {
      onRemoved(place);
    }
  };
  return (
    <>
      <Acts
        may={may}
        change={`Cambiar el rol de ${roleNames[role]} en el apartamento ${apartment.name}`}
        remove={
          staysAs.length === 0
            ? `Retirar del apartamento ${apartment.name}`
            : `Retirar el rol de ${roleNames[role]} en el apartamento ${apartment.name}`
        }
        onChange={() => setChanging(true)}
        onRemove={() => void remove()}
      />
      <Modal isOpen={isChanging} title={`${person.name} en el apartamento ${apartment.name}`} onClose={close}>
        {isChanging ? (
          <Suspense fallback={<Skeleton height="4.5rem" />}>
            <HomeRoleForm userId={person.id} place={place} onDone={close} />
          </Suspense>
        ) : null}
      </Modal>
    </>
  );
}

/** In the building as a whole: which role, until when, and that they have it no more. */
export function RoleActs({ person, place, onRemoved }: PlaceActsProps) {
  const { id, building, endsAt, may } = place;
  const [isChanging, setChanging] = useState(false);
  const role = staffRoles.find((one) => one === place.role);
  if (role === undefined) {
    return null;
  }
  const close = () => setChanging(false);
  const remove = async () => {
    if (await removeStaffMember(building.id, { id, role, name: person.name })) {
      onRemoved(place);
    }
  };
  return (
    <>
      <Acts
        may={may}
        change={`Cambiar el rol de ${roleNames[role]} en ${building.name}`}
        remove={`Retirar el rol de ${roleNames[role]} en ${building.name}`}
        onChange={() => setChanging(true)}
        onRemove={() => void remove()}
      />
      <Modal isOpen={isChanging} title={`${person.name} en ${building.name}`} onClose={close}>
        {isChanging ? (
          <StaffForm
            buildingId={building.id}
            timeZone={building.timeZone}
            member={{ id, role, endsAt }}
            onDone={close}
          />
        ) : null}
      </Modal>
    </>
  );
}

interface ActsProps {
  may: PersonPlace["may"];
  change: string;
  remove: string;
  onChange(): void;
  onRemove(): void;
}

const Acts = ({ may, change, remove, onChange, onRemove }: ActsProps) =>
  may.change || may.remove ? (
    <span className={css["acts"]}>
      {may.change ? (
        <Button
          look="quiet"
          icon={<IconPencil aria-hidden="true" size={20} />}
          aria-label={change}
          onClick={onChange}
        >
          Cambiar
        </Button>
      ) : null}
      {may.remove ? (
        <Button
          look="destructive"
          icon={<IconUserMinus aria-hidden="true" size={20} />}
          aria-label={remove}
          onClick={onRemove}
        >
          Retirar
        </Button>
      ) : null}
    </span>
  ) : null;
