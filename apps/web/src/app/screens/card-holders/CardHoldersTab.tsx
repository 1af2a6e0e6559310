import { IconPlus, IconUserQuestion } from "@tabler/icons-react";
import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { cardHolderStateNames } from "@umbral/contract/users/card-holder-words";
import type { CardHolder, CardHolderOrder } from "@umbral/contract/users/card-holders.contract";
import { useState } from "react";
import { AccessTrial, useAccess } from "../../../features/access-control/index.ts";
import { RegisterCardModal } from "../../../features/cards/index.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { type Order, useListOrder } from "../../../lib/useListOrder.ts";
import { Button } from "../../../ui/Button.tsx";
import { DataTable } from "../../../ui/DataTable.tsx";
import { DownloadButton } from "../../../ui/DownloadButton.tsx";
import { chipOf, Filters } from "../../../ui/Filters.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { notify } from "../../../ui/notices.ts";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { Actions, Panel } from "../../../ui/Panel.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { CardHolderActs } from "./CardHolderActs.tsx";
import { CardHolderForm } from "./CardHolderForm.tsx";
import css from "./CardHolders.module.css";
import { columnsOf } from "./card-holder-columns.tsx";
import { holdersInAddress, statesInAddress } from "./card-holder-words.ts";
import { downloadCardHolders, refreshCardHolders, useCardHolders } from "./card-holders.api.ts";

/** What is typed is somebody's name: it stands in no address. */
const typed = ["buscar"] as const;
const byName: Order<CardHolderOrder> = { by: "name", isDescending: false };

/** 'Personas sin cuenta': children, cleaners and others who come in by a card alone. */
export function CardHoldersTab({ building }: { building: { id: string; name: string } }) {
  const access = useAccess(building.id);
  return (
    <ListStates query={access} skeleton={<CardSkeletons count={3} />}>
      {(read) => <CardHolders building={building} access={read} />}
    </ListStates>
  );
}

interface CardHoldersProps {
  building: { id: string; name: string };
  access: BuildingAccess;
}

function CardHolders({ building, access }: CardHoldersProps) {
  const buildingId = building.id;
  const address = useListAddress(["estado"], typed);
  const search = address.value("buscar");
  const state = statesInAddress[address.value("estado")];
  const order = useListOrder(holdersInAddress, byName);
  const query = useCardHolders(buildingId, {
    search,
    page: address.page,
    state,
    order: order.current ?? byName,
  });
  useLastPage(address, query);
  const [draft, setDraft] = useState<{ holder: CardHolder | null } | null>(null);
  const [tried, setTried] = useState<CardHolder | null>(null);
  const [receiver, setReceiver] = useState<CardHolder | null>(null);
  const close = () => setDraft(null);
  const create = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ holder: null })}>
      Agregar persona
    </Button>
  );
  const isNarrowed = search !== "" || state !== undefined;
  return (
    <Panel
      title="Personas sin cuenta"
      action={
        query.data?.cardHolders.length || isNarrowed ? (
          <Actions>
            <DownloadButton fetch={() => downloadCardHolders(buildingId, { search, state })}>
              Descargar CSV
            </DownloadButton>
            {create}
          </Actions>
        ) : null
      }
    >
      <p className={css["soft"]}>
        Niños, personal de aseo y otras personas que entran con tarjeta o PIN y no usan la app.
      </p>
      <SearchField
        label="Buscar persona"
        hint="Nombre o apartamento."
        value={search}
        onChange={(buscar) => address.change({ buscar })}
      />
      <Filters
        chips={
          state === undefined ? [] : chipOf(cardHolderStateNames[state], () => address.change({ estado: "" }))
        }
        onClear={address.clear}
      >
        <SelectField
          label="Estado"
          value={state === undefined ? "" : address.value("estado")}
          options={[
            { value: "", label: "Todos" },
            ...Object.entries(statesInAddress).flatMap(([value, is]) =>
              is === undefined ? [] : [{ value, label: cardHolderStateNames[is] }],
            ),
          ]}
          onChange={(estado) => address.change({ estado })}
        />
      </Filters>
      <div aria-busy={query.isPlaceholderData}>
        <DataTable
          caption="Personas sin cuenta"
          columns={columnsOf({
            buildingId,
            timeZone: access.timeZone,
            onEdit: (holder) => setDraft({ holder }),
            onTry: setTried,
            onCard: setReceiver,
          })}
          query={{ ...query, data: query.data?.cardHolders }}
          rowKey={({ id }) => id}
          rowName={({ name }) => name}
          name="card-holders"
          hasDetails
          isCovered={draft !== null || tried !== null || receiver !== null}
          order={order}
          acts={(holders, leave) => (
            <CardHolderActs buildingId={buildingId} holders={holders} leave={leave} />
          )}
          empty={
            isNarrowed
              ? { title: "Nadie coincide con tu búsqueda." }
              : {
                  title: "Todavía no hay personas sin cuenta.",
                  hint: "Agrega a quien entra con tarjeta y no tiene celular ni cédula a la mano.",
                  icon: <IconUserQuestion size={32} stroke={1.6} />,
                  action: create,
                }
          }
        />
      </div>
      <Pages page={address.page} total={query.data?.totalPages ?? 1} onChange={address.goTo} />
      <Modal isOpen={draft !== null} title={draft?.holder?.name ?? "Agregar persona"} onClose={close}>
        {draft === null ? null : (
          <CardHolderForm buildingId={buildingId} access={access} holder={draft.holder} onDone={close} />
        )}
      </Modal>
      <Modal isOpen={tried !== null} title={tried?.name ?? ""} onClose={() => setTried(null)}>
        {tried === null ? null : <AccessTrial building={building} access={access} person={tried} />}
      </Modal>
      <RegisterCardModal
        isOpen={receiver !== null}
        userId={receiver?.id ?? ""}
        timeZone={access.timeZone}
        buildingId={buildingId}
        onClose={() => setReceiver(null)}
        onRegistered={(message) => {
          setReceiver(null);
          void refreshCardHolders(buildingId);
          notify(message, "good");
        }}
      />
    </Panel>
  );
}
