import { IconDoorOff } from "@tabler/icons-react";
import { openingWords, originWords } from "@umbral/contract/doors/opening-words";
import type { OpenDoorEvent } from "@umbral/contract/doors/openings.contract";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { openDoorPath } from "../../lib/admin-paths.ts";
import { formatDate } from "../../lib/dates.ts";
import { momentsOf } from "../../lib/day-range.ts";
import { CallRefused } from "../../lib/failures.ts";
import { keyIn } from "../../lib/key-in.ts";
import { directionOf, firstWords, newestFirst, timeInAddress } from "../../lib/time-order.ts";
import { useEventNews } from "../../lib/useEventNews.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useListOrder } from "../../lib/useListOrder.ts";
import { type Column, DataTable } from "../../ui/DataTable.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import css from "../../ui/EventList.module.css";
import { EventScreen } from "../../ui/EventScreen.tsx";
import { whenColumn } from "../../ui/EventTime.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { useLastPage } from "../../ui/Pages.tsx";
import { PageWindow } from "../../ui/PageWindow.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { PictureButton } from "../../ui/PictureButton.tsx";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { BuildingChoice, useAdminBuilding, useChosenBuilding } from "../buildings/index.ts";
import { ClipsOf } from "../clips/index.ts";
import { OpeningFilters, openingFilters, typedOfOpenings } from "./OpeningFilters.tsx";
import { OpeningPhoto } from "./OpeningPhoto.tsx";
import { downloadOpenings, useOpenings, type WantedOpenings } from "./openings.api.ts";
import { openingSentences } from "./openings.strings.ts";

/** Page numbers in sight at once (specification §9). */
const WINDOW = 5;

/** '/admin-dashboard/events/open-door/{buildingId?}': every door that opened, in one building or in all. */
export function OpeningsScreen() {
  const buildingId = useChosenBuilding();
  return <Openings key={buildingId} buildingId={buildingId} />;
}

function Openings({ buildingId }: { buildingId: string | undefined }) {
  const navigate = useNavigate();
  const address = useListAddress(openingFilters, typedOfOpenings);
  const building = useAdminBuilding(buildingId).data;
  const days = { first: address.value("desde"), last: address.value("hasta") };
  const origin = keyIn(originWords, address.value("origen"));
  const wanted: WantedOpenings = {
    ...(buildingId === undefined ? {} : { buildingId }),
    ...(address.value("puerta") === "" ? {} : { doorId: address.value("puerta") }),
    ...(address.value("persona") === "" ? {} : { person: address.value("persona") }),
    ...(origin === undefined ? {} : { origin }),
    ...momentsOf(days, building?.timeZone),
  };
  const order = useListOrder(timeInAddress, newestFirst);
  const direction = directionOf(order);
  const query = useOpenings(wanted, address.page, direction);
  useLastPage(address, query);
  const hasNews = useEventNews("event_open_door", {
    buildingId,
    isFirstPage: address.page === 1 && direction === "desc",
    refresh: query.refetch,
  });
  const [shown, setShown] = useState<OpenDoorEvent | null>(null);
  const [isOpen, setOpen] = useState(false);
  useAlertOf(query.error);

  return (
    <EventScreen
      title="Monitoreo Puertas Abiertas"
      place={buildingId === undefined ? "Todos los edificios" : building?.name}
      query={query}
      order={order}
      hasNews={hasNews}
      sentences={openingSentences}
      onExport={() => downloadOpenings(wanted)}
      choice={<BuildingChoice value={buildingId} onChange={(id) => void navigate(openDoorPath(id))} />}
      filters={<OpeningFilters address={address} buildingId={buildingId} />}
      pages={
        <PageWindow
          page={address.page}
          total={query.data?.totalPages ?? 1}
          size={WINDOW}
          onChange={address.goTo}
        />
      }
    >
      <DataTable
        caption={`Puertas abiertas, ${firstWords[direction]} primero`}
        columns={columnsFor(buildingId === undefined, (opening) => {
          setShown(opening);
          setOpen(true);
        })}
        query={{ ...query, data: query.data?.eventOpenDoorDetails }}
        rowKey={({ id }) => id}
        order={order}
        rowName={openingName}
        acts={(rows) => (
          <ExportChosen rows={rows} fetch={(ids, form) => downloadOpenings({ ...wanted, ids }, form)} />
        )}
        usualRows={8}
        name="openings"
        empty={{
          icon: <IconDoorOff size={32} stroke={1.6} />,
          title: address.isFiltered ? openingSentences.noMatch : openingSentences.none,
          ...(address.isFiltered ? {} : { hint: openingSentences.noneHint }),
        }}
      />
      <Modal isOpen={isOpen} title="Foto de la apertura" onClose={() => setOpen(false)}>
        {shown === null ? null : (
          <>
            <OpeningPhoto opening={shown} />
            <ClipsOf
              key={shown.id}
              buildingId={shown.buildingId}
              cause="opening"
              causeId={shown.id}
              label={openingName(shown)}
            />
          </>
        )}
      </Modal>
    </EventScreen>
  );
}

const openingName = ({ doorName, timestamp_camera: at, timeZone }: OpenDoorEvent): string =>
  `${doorName}, ${formatDate(at, timeZone)}`;

/** Alert 'Error' with the message, or the specification's sentence (§8). What fails again while it stands is not said twice. */
function useAlertOf(error: unknown) {
  const stands = useRef(false);
  useEffect(() => {
    if (error !== null && !stands.current) {
      const said = error instanceof CallRefused ? error.message : "";
      stands.current = true;
      void dialogs
        .failure({ title: openingSentences.failedTitle, text: said || openingSentences.failed })
        .then(() => {
          stands.current = false;
        });
    }
  }, [error]);
}

function columnsFor(
  hasBuilding: boolean,
  onShow: (opening: OpenDoorEvent) => void,
): readonly Column<OpenDoorEvent>[] {
  return [
    { id: "door", header: "Puerta", isTitle: true, cell: ({ doorName }) => doorName },
    {
      ...whenColumn<OpenDoorEvent>(({ timestamp_camera: at, toldAt, timeZone }) => ({
        at,
        toldAt,
        timeZone,
      })),
      line: 1,
    },
    ...(hasBuilding
      ? [
          {
            id: "building",
            header: "Edificio",
            from: "desk" as const,
            cell: (row: OpenDoorEvent) => row.buildingName,
          },
        ]
      : []),
    {
      id: "person",
      header: "Persona",
      least: 7,
      line: 2,
      cell: ({ userId, userName }) => <PersonLink id={userId}>{userName ?? "Sin identificar"}</PersonLink>,
    },
    { id: "apartment", header: "Apartamento", from: "desk", cell: ({ apartment }) => apartment ?? "–" },
    {
      id: "origin",
      header: "Cómo se abrió",
      least: 10.5,
      line: 3,
      cell: (opening) => (
        <span className={css[opening.origin === "UNKNOWN" || !opening.isCertain ? "warn" : "plain"]}>
          {openingWords(opening)}
        </span>
      ),
    },
    {
      id: "photo",
      header: "Foto",
      least: 5.5,
      align: "end",
      isWhole: true,
      cell: (row) => (
        <PictureButton
          src={row.image_url}
          label={`Ver foto: ${openingName(row)}`}
          onClick={() => onShow(row)}
        />
      ),
    },
  ];
}
