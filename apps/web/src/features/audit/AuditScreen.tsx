import { IconEraser, IconHistory } from "@tabler/icons-react";
import { auditActions } from "@umbral/contract/audit/audit-actions";
import { keyIn } from "../../lib/key-in.ts";
import { directionOf, newestFirst, timeInAddress } from "../../lib/time-order.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { useMay } from "../../lib/useMay.ts";
import { ListTools } from "../../ui/ListTools.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { AuditFilters, auditFilters, typedOfAudit } from "./AuditFilters.tsx";
import css from "./AuditScreen.module.css";
import { AuditTable } from "./AuditTable.tsx";
import { type AuditWish, downloadAudit, useAudit } from "./audit.api.ts";
import { ForgetButton } from "./ForgetButton.tsx";

/** '/admin-dashboard/audit': who did what, when, from where, and what was before and after. */
export function AuditScreen() {
  const isOfPlatform = useMay("platform.administer");
  const address = useListAddress(auditFilters, typedOfAudit);
  const person = address.value("persona");
  const wish: AuditWish = {
    person,
    buildingId: address.value("edificio"),
    action: keyIn(auditActions, address.value("accion")) ?? "",
    first: address.value("desde"),
    last: address.value("hasta"),
  };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useAudit(wish, address.page, direction);
  useLastPage(address, query);
  const { entries, totalPages = 1, hasOlder = false } = query.data ?? {};
  const people = new Map(entries?.flatMap(({ actor }) => (actor?.name ? [[actor.id, actor.name]] : [])));
  const [only] = people.size === 1 && person !== "" ? people : [];
  return (
    <Screen wide>
      <h1>Auditoría</h1>
      <AuditFilters address={address} />
      <ListTools
        isRefreshing={query.isFetching}
        onRefresh={() => void query.refetch()}
        onExport={() => downloadAudit(wish)}
      >
        {only && isOfPlatform ? (
          <ForgetButton
            personId={only[0]}
            name={only[1]}
            icon={<IconEraser aria-hidden="true" size={20} />}
          />
        ) : null}
      </ListTools>
      <AuditTable
        order={order}
        download={(ids, form) => downloadAudit(wish, ids, form)}
        query={{ ...query, data: entries }}
        empty={{
          title: "No hay nada anotado con estos filtros.",
          hint: "Prueba con otras fechas, otra persona u otra acción.",
          icon: <IconHistory size={32} stroke={1.6} />,
        }}
      />
      {hasOlder && address.page === totalPages ? (
        <p className={css["more"]}>
          Hay anotaciones más {direction === "desc" ? "antiguas" : "recientes"}: búscalas por fecha.
        </p>
      ) : null}
      <Pages page={address.page} total={totalPages} onChange={address.goTo} />
    </Screen>
  );
}
