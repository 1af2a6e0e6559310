import { useMutation } from "@tanstack/react-query";
import { homeRoles } from "@umbral/contract/users/home-invitation-roles";
import type { PersonPage, PersonPlace } from "@umbral/contract/users/person.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { endOfDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName } from "../../ui/options.ts";
import { Form, Pair } from "../../ui/Panel.tsx";
import { Skeleton } from "../../ui/Skeletons.tsx";
import { required, useForm } from "../../ui/useForm.ts";
import { useAllBuildings, useApartmentDirectory } from "../buildings/index.ts";
import { changeHomeRoleTo, givePlaceTo, type NewPlace } from "./places.api.ts";
import { endOf, RoleForm } from "./RoleForm.tsx";
import { roleOptionsOf } from "./role-options.ts";
import { useStaffRoles } from "./staff-options.ts";
import { roleNames } from "./users.strings.ts";

/** What the choice of a home says for the building as a whole. */
const WHOLE = "building";
const homeOptions = roleOptionsOf(homeRoles);

/** A temporary resident has an end, and no end is over already. */
const dayError = ({ role, day, timeZone }: { role: string; day: string; timeZone: string }) =>
  role === "RESIDENTE_TEMPORAL" && day === ""
    ? fieldSentences.required
    : day !== "" && Date.parse(endOfDay(day, timeZone)) <= Date.now()
      ? "* La fecha debe estar en el futuro"
      : undefined;

const dayLabel = (role: string): string => (role === "RESIDENTE_TEMPORAL" ? "Hasta" : "Hasta (opcional)");

interface GivePlaceProps {
  person: Pick<PersonPage, "id" | "name" | "places">;
  onDone(): void;
}

/** 'Agregar rol u hogar': what somebody known is besides, where, and until when. It begins at once. */
export const GivePlace = ({ person, onDone }: GivePlaceProps) => (
  <ListStates
    query={useAllBuildings()}
    isEmpty={(all) => all.length === 0}
    empty={{ title: "Todavía no hay edificios." }}
    skeleton={<Skeleton height="9rem" />}
  >
    {(buildings) => <GivePlaceForm person={person} buildings={buildings} onDone={onDone} />}
  </ListStates>
);

interface GivePlaceFormProps extends GivePlaceProps {
  buildings: readonly { id: string; name: string; timeZone: string }[];
}

function GivePlaceForm({ person, buildings, onDone }: GivePlaceFormProps) {
  const leave = useWhileHere(onDone);
  const known = buildings.find(({ id }) => person.places.some(({ building }) => building.id === id));
  const inBuilding = (id: string) => buildings.find((one) => one.id === id);
  const timeZoneOf = (id: string) => inBuilding(id)?.timeZone ?? "";
  const { form, text, values, set, submit } = useForm(
    { building: (known ?? buildings[0])?.id ?? "", home: "", role: "", day: "" },
    ({ building, home, role, day }) => ({
      home: required(home, fieldSentences.required),
      role: required(role, fieldSentences.required),
      day: dayError({ role, day, timeZone: timeZoneOf(building) }),
    }),
  );
  const homes = useApartmentDirectory(values.building);
  const staffOptions = roleOptionsOf(useStaffRoles());
  const options = values.home === WHOLE ? staffOptions : homeOptions;
  const giving = useMutation({
    mutationFn: ({ building, place }: { building: string; place: NewPlace }) =>
      givePlaceTo(building, person.id, place),
    onSuccess: async ({ place: { role, apartment, building } }) => {
      await refreshEverything();
      const where = apartment === null ? building.name : `el apartamento ${apartment.name}`;
      notify(`${person.name} ya tiene el rol de ${roleNames[role]} en ${where}.`, "good");
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const give = submit(({ building, home, role, day }) => {
    const place = placeOf(home, role, endOf(day, timeZoneOf(building)));
    if (place !== null) {
      giving.mutate({ building, place });
    }
  });
  const choose = (home: string) => {
    set("home", home);
    // Not every role is of both.
    const fitting: readonly string[] = home === WHOLE ? staffRoles : homeRoles;
    if (!fitting.includes(values.role)) {
      set("role", "");
    }
  };
  return (
    <Form ref={form} onSubmit={give}>
      {buildings.length === 1 ? null : (
        <SelectField
          {...text("building")}
          label="Edificio"
          options={optionsByName(buildings)}
          onChange={(building) => {
            set("building", building);
            set("home", "");
          }}
        />
      )}
      <SelectField
        {...text("home")}
        label="Dónde"
        placeholder={homes.data === undefined ? "Cargando…" : "Elige dónde"}
        // Two towers may have an apartment of the same name.
        options={[
          { value: WHOLE, label: "En el edificio, sin apartamento" },
          ...(homes.data ?? []).map(({ id, name, tower }) => ({
            value: id,
            label: `${name} · Torre ${tower.name}`,
          })),
        ]}
        onChange={choose}
      />
      <Pair>
        <SelectField {...text("role")} label="Rol" placeholder="Elige un rol" options={options} />
        <TextField {...text("day")} label={dayLabel(values.role)} type="date" />
      </Pair>
      <Button type="submit" loading={giving.isPending}>
        Agregar
      </Button>
    </Form>
  );
}

/** Null for a role that is of no such place. */
function placeOf(home: string, chosen: string, endsAt: string | null): NewPlace | null {
  if (home === WHOLE) {
    const role = staffRoles.find((one) => one === chosen);
    return role === undefined ? null : { apartmentId: null, role, endsAt };
  }
  const role = homeRoles.find((one) => one === chosen);
  return role === undefined ? null : { apartmentId: home, role, endsAt };
}

interface HomeRoleFormProps {
  userId: string;
  place: Pick<PersonPlace, "id" | "role" | "endsAt" | "building"> & { apartment: { id: string } };
  onDone(): void;
}

/** What somebody is in a home, and until when. */
export function HomeRoleForm({ userId, place, onDone }: HomeRoleFormProps) {
  const { id: spaceId, role, endsAt, apartment } = place;
  const { timeZone } = place.building;
  return (
    <RoleForm
      roles={homeRoles}
      role={role}
      endsAt={endsAt}
      timeZone={timeZone}
      dayLabel={dayLabel}
      dayError={(chosen) => dayError({ ...chosen, timeZone })}
      save={(to) => changeHomeRoleTo({ apartmentId: apartment.id, userId, spaceId }, to)}
      onDone={onDone}
    />
  );
}
