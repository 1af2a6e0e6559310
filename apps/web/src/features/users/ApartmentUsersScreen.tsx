import { IconUsers } from "@tabler/icons-react";
import { useLocation, useParams } from "react-router";
import { Screen } from "../../ui/Screen.tsx";
import { AddResident } from "./AddResident.tsx";
import { HomeInvitations } from "./HomeInvitations.tsx";
import { MovingOut } from "./MovingOut.tsx";
import css from "./UsersScreen.module.css";
import { UserTable } from "./UserTable.tsx";
import { useApartmentUserDetails } from "./user-details.api.ts";
import { userSentences } from "./user-details.strings.ts";

/** '/admin-dashboard/apartments/{apartmentId}/users': the people of one apartment. */
export function ApartmentUsersScreen() {
  const { apartmentId = "" } = useParams();
  const { state } = useLocation();
  const query = useApartmentUserDetails(apartmentId);
  const apartment = query.data?.apartment;
  const home = apartment && { apartmentId, apartmentName: apartment.name, timeZone: apartment.timeZone };
  const name = apartment?.name ?? nameIn(state);
  return (
    <Screen wide>
      <header>
        <h1>{name === undefined ? "Usuarios del apartamento" : `Usuarios del apartamento ${name}`}</h1>
        <p className={css["place"]}>{apartment?.buildingName}</p>
      </header>
      {home && (
        <div>
          <AddResident home={home} isAdministration />
        </div>
      )}
      <UserTable
        caption="Usuarios del apartamento"
        query={{ ...query, data: query.data?.users }}
        usualRows={3}
        empty={{ title: userSentences.nobodyHere, icon: <IconUsers size={32} stroke={1.6} /> }}
      />
      {home && <HomeInvitations home={home} />}
      {/* Also where the list is empty: people without an account are not in it, and move out all the same. */}
      {home && (
        <div>
          <MovingOut
            mover={{ apartmentId }}
            label="Mudanza"
            title={`Mudanza del apartamento ${home.apartmentName}`}
          />
        </div>
      )}
    </Screen>
  );
}

/** The apartment's name as the list that leads here gives it, until the server has said it. */
function nameIn(state: unknown): string | undefined {
  return typeof state === "object" &&
    state !== null &&
    "apartmentName" in state &&
    typeof state.apartmentName === "string"
    ? state.apartmentName
    : undefined;
}
