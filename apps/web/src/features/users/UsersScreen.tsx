import { IconUsers } from "@tabler/icons-react";
import type { UserOrder } from "@umbral/contract/users/user-details.contract";
import { useListAddress } from "../../lib/useListAddress.ts";
import { type Order, useListOrder } from "../../lib/useListOrder.ts";
import { DownloadButton } from "../../ui/DownloadButton.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { AddResident } from "./AddResident.tsx";
import css from "./UsersScreen.module.css";
import { UserTable } from "./UserTable.tsx";
import { downloadUsers, useUserDetails } from "./user-details.api.ts";
import { userSentences } from "./user-details.strings.ts";

/** By what people can stand, as the address calls it. */
const peopleInAddress: Readonly<Record<UserOrder, string>> = {
  name: "nombre",
  created: "creado",
  seen: "visto",
};
/** A name or a document, which no address tells. */
const typed = ["buscar"] as const;
const byName: Order<UserOrder> = { by: "name", isDescending: false };

/** '/admin-dashboard/users': everybody of all buildings, found while one types. */
export function UsersScreen() {
  const address = useListAddress([], typed);
  const search = address.value("buscar");
  const order = useListOrder(peopleInAddress, byName);
  const query = useUserDetails({ search, page: address.page, order: order.current ?? byName });
  useLastPage(address, query);
  const { users, totalPages = 1, isMore = false } = query.data ?? {};
  return (
    <Screen wide>
      <ScreenHead>
        <h1>Administrar Usuarios</h1>
        <span className={css["download"]}>
          <AddResident isAdministration />
          <DownloadButton fetch={() => downloadUsers(search)}>Descargar CSV</DownloadButton>
        </span>
      </ScreenHead>
      <search className={css["search"]}>
        <SearchField
          label="Buscar"
          hint="Documento, nombre, correo, etiqueta, apartamento o edificio."
          value={search}
          onChange={(buscar) => address.change({ buscar })}
        />
      </search>
      <UserTable
        caption="Usuarios"
        order={order}
        isOld={query.isPlaceholderData}
        query={{ ...query, data: users }}
        empty={
          search === ""
            ? { title: userSentences.nobodyHere, icon: <IconUsers size={32} stroke={1.6} /> }
            : {
                title: "Ningún usuario coincide con tu búsqueda.",
                hint: "Escribe el comienzo de una o varias palabras; las tildes no importan.",
                icon: <IconUsers size={32} stroke={1.6} />,
              }
        }
      />
      {isMore ? (
        <p className={css["more"]}>Hay más personas que coinciden: escribe algo más para encontrarlas.</p>
      ) : null}
      <Pages page={address.page} total={totalPages} onChange={address.goTo} />
    </Screen>
  );
}
