import { IconSend } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { type Delivery, DeliveryKind, DeliveryState } from "@umbral/contract/integrations/webhooks.contract";
import { useMemo } from "react";
import { formatDate, formatSeconds, formatTime } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { Button } from "../../ui/Button.tsx";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { chipOf, Filters } from "../../ui/Filters.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { optionsByName, optionsOfWords } from "../../ui/options.ts";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Panel } from "../../ui/Panel.tsx";
import rows from "../../ui/PlainRows.module.css";
import { answerWords, deliveryKindWords, deliveryStateWords } from "./integration-words.ts";
import { type DeliveryWish, sendDeliveryAgain, useDeliveries, useWebhooks } from "./integrations.api.ts";
import type { IntegrationsProps } from "./integrations-props.ts";

/** Names of the filters in the address. */
const deliveryFilters = ["webhook", "estado", "aviso"] as const;

/** 'Envíos': what left for the webhooks in the last month, and the way to send one again. */
export function DeliveriesPanel({ buildingId, timeZone }: IntegrationsProps) {
  const webhooks = useWebhooks(buildingId).data ?? [];
  const address = useListAddress(deliveryFilters);
  // What an address says that is none of these filters nothing.
  const wish: DeliveryWish = {
    webhookId: webhooks.find(({ id }) => id === address.value("webhook"))?.id ?? "",
    state: DeliveryState.safeParse(address.value("estado")).data ?? "",
    kind: DeliveryKind.safeParse(address.value("aviso")).data ?? "",
  };
  const query = useDeliveries(buildingId, wish, address.page);
  useLastPage(address, query);
  const columns = useMemo(() => columnsIn(buildingId, timeZone), [buildingId, timeZone]);
  const chips = [
    ...chipOf(webhooks.find(({ id }) => id === wish.webhookId)?.name, () => address.change({ webhook: "" })),
    ...chipOf(wish.state && deliveryStateWords[wish.state], () => address.change({ estado: "" })),
    ...chipOf(wish.kind && deliveryKindWords[wish.kind], () => address.change({ aviso: "" })),
  ];
  return (
    <Panel title="Envíos">
      <Filters chips={chips} onClear={address.clear}>
        <SelectField
          label="Webhook"
          value={wish.webhookId}
          onChange={(webhook) => address.change({ webhook })}
          options={[{ value: "", label: "Todos" }, ...optionsByName(webhooks)]}
        />
        <SelectField
          label="Estado"
          value={wish.state ?? ""}
          onChange={(estado) => address.change({ estado })}
          options={[{ value: "", label: "Todos" }, ...optionsOfWords(deliveryStateWords)]}
        />
        <SelectField
          label="Aviso"
          value={wish.kind ?? ""}
          onChange={(aviso) => address.change({ aviso })}
          options={[{ value: "", label: "Todos" }, ...optionsOfWords(deliveryKindWords)]}
        />
      </Filters>
      <DataTable
        caption="Envíos"
        columns={columns}
        query={{ ...query, data: query.data?.deliveries }}
        rowKey={({ id }) => id}
        name="deliveries"
        rowName={({ kind, webhook, createdAt }) =>
          `${deliveryKindWords[kind]}, ${webhook.name}, ${formatDate(createdAt, timeZone)}`
        }
        hasDetails
        empty={{
          title: address.isFiltered
            ? "No ha salido nada con estos filtros."
            : "Todavía no ha salido ningún envío.",
          hint: "Aquí queda lo de los últimos 30 días.",
          icon: <IconSend size={32} stroke={1.6} />,
        }}
      />
      <Pages page={address.page} total={query.data?.totalPages ?? 1} onChange={address.goTo} />
    </Panel>
  );
}

const columnsIn = (buildingId: string, timeZone: string): readonly Column<Delivery>[] => [
  { id: "kind", header: "Aviso", isTitle: true, cell: ({ kind }) => deliveryKindWords[kind] },
  {
    id: "state",
    header: "Estado",
    line: 1,
    cell: ({ state }) => (
      <span className={rows[state === "failed" ? "warn" : state === "delivered" ? "good" : "soft"]}>
        {deliveryStateWords[state]}
      </span>
    ),
  },
  { id: "webhook", header: "Webhook", line: 2, cell: ({ webhook }) => webhook.name },
  {
    id: "when",
    header: "Cuándo",
    isFirm: true,
    day: ({ createdAt }) => ({ at: createdAt, timeZone }),
    line: 3,
    underDay: ({ createdAt }) => <time dateTime={createdAt}>{formatTime(createdAt, timeZone)}</time>,
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt, timeZone)}</time>,
  },
  { id: "answer", header: "Respuesta", from: "desk", cell: answerWords },
  { id: "attempts", header: "Intentos", from: "wide", align: "end", cell: ({ attempts }) => attempts },
  {
    id: "ms",
    header: "Duración",
    from: "vast",
    cell: ({ lastMs }) => (lastMs === null ? "–" : `${lastMs} ms`),
  },
  {
    id: "last",
    header: "Último intento",
    from: "vast",
    cell: ({ lastAttemptAt }) => (lastAttemptAt === null ? "–" : formatSeconds(lastAttemptAt, timeZone)),
  },
  {
    id: "next",
    header: "Próximo intento",
    from: "vast",
    cell: ({ nextAttemptAt }) => (nextAttemptAt === null ? "–" : formatDate(nextAttemptAt, timeZone)),
  },
  {
    id: "acts",
    header: "Acciones",
    isWhole: true,
    from: "desk",
    align: "end",
    cell: (delivery) => <Again buildingId={buildingId} delivery={delivery} />,
  },
];

function Again({ buildingId, delivery }: { buildingId: string; delivery: Delivery }) {
  const again = useMutation({
    mutationFn: () => sendDeliveryAgain(buildingId, delivery.id),
    onSuccess: async () => {
      await refreshEverything();
      notify("Va otra vez en camino.", "good");
    },
    onError: (error) => void sayFailed(error),
  });
  return delivery.state === "waiting" && delivery.attempts === 0 ? null : (
    <Button
      look="quiet"
      aria-label={`Enviar otra vez: ${deliveryKindWords[delivery.kind]}, ${delivery.webhook.name}`}
      loading={again.isPending}
      onClick={() => again.mutate()}
    >
      Enviar otra vez
    </Button>
  );
}
