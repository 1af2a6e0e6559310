import { IconEraser, IconHistory } from "@tabler/icons-react";
import { useState } from "react";
import { directionOf, newestFirst, timeInAddress } from "../../lib/time-order.ts";
import { useDebounced } from "../../lib/useDebounced.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { useMay } from "../../lib/useMay.ts";
import { ListTools } from "../../ui/ListTools.tsx";
import { Pages } from "../../ui/Pages.tsx";
import { Screen } from "../../ui/Screen.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import css from "./AuditScreen.module.css";
import { AuditTable } from "./AuditTable.tsx";
import { type AuditWish, downloadAudit, useAudit } from "./audit.api.ts";
import { ForgetButton } from "./ForgetButton.tsx";

/** A pause in the typing of this long asks. */
const PAUSE_MS = 250;
const everything: AuditWish = { person: "", buildingId: "", action: "", first: "", last: "" };

/** '/admin-dashboard/audit': who did what, when, from where, and what was before and after. */
export function AuditScreen() {
  const isOfPlatform = useMay("platform.administer");
  const [wish, setWish] = useState(everything);
  const [page, setPage] = useState(1);
  const person = useDebounced(wish.person.trim(), PAUSE_MS);
  const settled = { ...wish, person };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useAudit(settled, page, direction);
  const { entries, totalPages = 1, hasOlder = false } = query.data ?? {};
  const people = new Map(entries?.flatMap(({ actor }) => (actor?.name ? [[actor.id, actor.name]] : [])));
  const [only] = people.size === 1 && person !== "" ? people : [];
  return (
    <Screen wide>
      <h1>Auditoría</h1>
      <AuditFilters
        wish={wish}
        onChange={(changed) => {
          setWish({ ...wish, ...changed });
          setPage(1);
        }}
      />
      <ListTools
        isRefreshing={query.isFetching}
        onRefresh={() => void query.refetch()}
        onExport={() => downloadAudit(settled)}
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
        order={{
          ...order,
          change(by, isDescending) {
            order.change(by, isDescending);
            setPage(1);
          },
        }}
        query={{ ...query, data: entries }}
        empty={{
          title: "No hay nada anotado con estos filtros.",
          hint: "Prueba con otras fechas, otra persona u otra acción.",
          icon: <IconHistory size={32} stroke={1.6} />,
        }}
      />
      {hasOlder && page === totalPages ? (
        <p className={css["more"]}>
          Hay anotaciones más {direction === "desc" ? "antiguas" : "recientes"}: búscalas por fecha.
        </p>
      ) : null}
      <Pages page={page} total={totalPages} onChange={setPage} />
    </Screen>
  );
}
