import { IconShieldCheck } from "@tabler/icons-react";
import { intrusionWords } from "@umbral/contract/alarms/intrusion-words";
import type { IntrusionEvent } from "@umbral/contract/alarms/intrusions.contract";
import { useState } from "react";
import { useNavigate } from "react-router";
import {
  downloadIntrusions,
  IntrusionDetail,
  intrusionSentences,
  lengthOf,
  placeOf,
  useIntrusions,
  type WantedIntrusions,
} from "../../../features/alarms/index.ts";
import { BuildingChoice, useAdminBuilding, useChosenBuilding } from "../../../features/buildings/index.ts";
import { eventIntrusionPath } from "../../../lib/admin-paths.ts";
import { formatDate } from "../../../lib/dates.ts";
import { momentsOf } from "../../../lib/day-range.ts";
import { keyIn } from "../../../lib/key-in.ts";
import { directionOf, newestFirst, timeInAddress } from "../../../lib/time-order.ts";
import { useEventNews } from "../../../lib/useEventNews.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { useListOrder } from "../../../lib/useListOrder.ts";
import { type Column, DataTable } from "../../../ui/DataTable.tsx";
import css from "../../../ui/EventList.module.css";
import { EventScreen } from "../../../ui/EventScreen.tsx";
import { whenColumn } from "../../../ui/EventTime.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { PictureButton } from "../../../ui/PictureButton.tsx";
import { ExportChosen } from "../../../ui/table/ExportChosen.tsx";
import { IntrusionFilters, intrusionFilters } from "./IntrusionFilters.tsx";

/** '/admin-dashboard/events/event-intrusion/{buildingId?}': what cameras and doors noticed, in one building or in all. */
export function IntrusionsScreen() {
  const buildingId = useChosenBuilding();
  return <Intrusions key={buildingId} buildingId={buildingId} />;
}

function Intrusions({ buildingId }: { buildingId: string | undefined }) {
  const navigate = useNavigate();
  const address = useListAddress(intrusionFilters);
  const building = useAdminBuilding(buildingId).data;
  const days = { first: address.value("desde"), last: address.value("hasta") };
  const kind = keyIn(intrusionWords, address.value("tipo"));
  const wanted: WantedIntrusions = {
    ...(buildingId === undefined ? {} : { buildingId }),
    ...(address.value("puerta") === "" ? {} : { doorId: address.value("puerta") }),
    ...(address.value("camara") === "" ? {} : { cameraId: address.value("camara") }),
    ...(kind === undefined ? {} : { kind }),
    ...momentsOf(days, building?.timeZone),
  };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useIntrusions(wanted, address.page, direction);
  useLastPage(address, query);
  const hasNews = useEventNews("event_intrusion", {
    buildingId,
    isFirstPage: address.page === 1 && direction === "desc",
    refresh: query.refetch,
  });
  const events = query.data?.eventIntrusionDetails;
  const [opened, setOpened] = useState<IntrusionEvent | null>(null);
  const [isOpen, setOpen] = useState(false);
  // While it goes on it gets more pictures, and an end.
  const shown = events?.find(({ id }) => id === opened?.id) ?? opened;

  return (
    <EventScreen
      title="Monitoreo de Intrusos"
      place={buildingId === undefined ? "Todos los edificios" : building?.name}
      query={query}
      order={order}
      hasNews={hasNews}
      sentences={intrusionSentences}
      onExport={() => downloadIntrusions(wanted)}
      choice={<BuildingChoice value={buildingId} onChange={(id) => void navigate(eventIntrusionPath(id))} />}
      filters={<IntrusionFilters address={address} buildingId={buildingId} />}
      pages={<Pages page={address.page} total={query.data?.totalPages ?? 1} onChange={address.goTo} />}
    >
      <DataTable
        caption={`Eventos de intrusión, los más ${direction === "desc" ? "recientes" : "antiguos"} primero`}
        columns={columnsFor(buildingId === undefined, (event) => {
          setOpened(event);
          setOpen(true);
        })}
        query={{ ...query, data: events }}
        rowKey={({ id }) => id}
        order={order}
        rowName={eventName}
        acts={(rows) => (
          <ExportChosen rows={rows} fetch={(ids, form) => downloadIntrusions({ ...wanted, ids }, form)} />
        )}
        usualRows={6}
        name="intrusions"
        empty={{
          icon: <IconShieldCheck size={32} stroke={1.6} />,
          title: intrusionSentences.none,
          hint: address.isFiltered ? intrusionSentences.noMatchHint : intrusionSentences.noneHint,
        }}
      />
      <Modal
        isOpen={isOpen}
        title={shown === null ? "Evento" : intrusionWords[shown.kind]}
        onClose={() => setOpen(false)}
      >
        {shown === null ? null : <IntrusionDetail event={shown} isCovered={!isOpen} />}
      </Modal>
    </EventScreen>
  );
}

const eventName = (event: IntrusionEvent): string =>
  `${intrusionWords[event.kind]}, ${placeOf(event)}, ${formatDate(event.startTime, event.timeZone)}`;

function columnsFor(
  hasBuilding: boolean,
  onOpen: (event: IntrusionEvent) => void,
): readonly Column<IntrusionEvent>[] {
  return [
    {
      id: "kind",
      header: "Qué pasó",
      isTitle: true,
      wraps: true,
      cell: ({ kind }) => (
        <span className={css[kind === "motion" ? "plain" : "warn"]}>{intrusionWords[kind]}</span>
      ),
    },
    {
      ...whenColumn<IntrusionEvent>(({ startTime: at, toldAt, timeZone }) => ({ at, toldAt, timeZone })),
      line: 1,
    },
    { id: "place", header: "Dónde", line: 2, cell: placeOf },
    ...(hasBuilding
      ? [
          {
            id: "building",
            header: "Edificio",
            from: "desk" as const,
            cell: (event: IntrusionEvent) => event.buildingName,
          },
        ]
      : []),
    {
      id: "length",
      header: "Duración",
      line: 3,
      cell: (event) => lengthOf(event),
    },
    {
      id: "open",
      header: "Fotos",
      least: 5.5,
      align: "end",
      isWhole: true,
      cell: (event) => (
        <PictureButton
          src={event.imageUrls[0]}
          label={`Ver evento: ${eventName(event)}`}
          onClick={() => onOpen(event)}
        />
      ),
    },
  ];
}
