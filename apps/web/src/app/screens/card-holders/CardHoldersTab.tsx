import {
  IconClock,
  IconHome,
  IconKey,
  IconNfc,
  IconPencil,
  IconPlus,
  IconUserMinus,
  IconUserQuestion,
} from "@tabler/icons-react";
import type { BuildingAccess } from "@umbral/contract/access-control/access-levels.contract";
import { spanWords } from "@umbral/contract/access-control/access-words";
import type { CardHolder } from "@umbral/contract/users/card-holders.contract";
import { useState } from "react";
import { AccessTrial, Fact, PersonPin, useAccess } from "../../../features/access-control/index.ts";
import { RegisterCardModal } from "../../../features/cards/index.ts";
import { capital } from "../../../lib/capital.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { sayFailed } from "../../../ui/failed.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Pages } from "../../../ui/Pages.tsx";
import { Actions, Panel } from "../../../ui/Panel.tsx";
import { PersonLink } from "../../../ui/PersonLink.tsx";
import { SearchField } from "../../../ui/SearchField.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { CardHolderCards } from "./CardHolderCards.tsx";
import { CardHolderForm } from "./CardHolderForm.tsx";
import css from "./CardHolders.module.css";
import { removalQuestion } from "./card-holder-words.ts";
import { dropCardHolder, refreshCardHolders, useCardHolders } from "./card-holders.api.ts";

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
  const [asked, setAsked] = useState({ search: "", page: 1 });
  const query = useCardHolders(buildingId, asked);
  const [draft, setDraft] = useState<{ holder: CardHolder | null } | null>(null);
  const [tried, setTried] = useState<CardHolder | null>(null);
  const [receiver, setReceiver] = useState<CardHolder | null>(null);
  const close = () => setDraft(null);
  const create = (
    <Button icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setDraft({ holder: null })}>
      Agregar persona
    </Button>
  );
  const isSearched = asked.search !== "";
  return (
    <Panel title="Personas sin cuenta" action={query.data?.cardHolders.length || isSearched ? create : null}>
      <p className={css["soft"]}>
        Niños, personal de aseo y otras personas que entran con tarjeta o PIN y no usan la app.
      </p>
      <SearchField
        label="Buscar persona"
        hint="Nombre o apartamento."
        value={asked.search}
        onChange={(search) => setAsked({ search, page: 1 })}
      />
      <ListStates
        query={query}
        isEmpty={({ cardHolders }) => cardHolders.length === 0}
        skeleton={<CardSkeletons count={3} />}
        empty={
          isSearched
            ? { title: "Nadie coincide con tu búsqueda." }
            : {
                title: "Todavía no hay personas sin cuenta.",
                hint: "Agrega a quien entra con tarjeta y no tiene celular ni cédula a la mano.",
                icon: <IconUserQuestion size={32} stroke={1.6} />,
                action: create,
              }
        }
      >
        {({ cardHolders }) => (
          <ul className={css["cards"]} aria-label="Personas sin cuenta" aria-busy={query.isPlaceholderData}>
            {cardHolders.map((holder) => (
              <li key={holder.id} className={css["card"]}>
                <Holder
                  buildingId={buildingId}
                  access={access}
                  holder={holder}
                  onEdit={() => setDraft({ holder })}
                  onTry={() => setTried(holder)}
                  onCard={() => setReceiver(holder)}
                />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Pages
        page={asked.page}
        total={query.data?.totalPages ?? 1}
        onChange={(page) => setAsked({ ...asked, page })}
      />
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
        buildingId={buildingId}
        onClose={() => setReceiver(null)}
        onRegistered={(message) => {
          setReceiver(null);
          void refreshCardHolders(buildingId);
          void dialogs.success({ text: message });
        }}
      />
    </Panel>
  );
}

interface HolderProps {
  buildingId: string;
  access: BuildingAccess;
  holder: CardHolder;
  onTry(): void;
  onEdit(): void;
  onCard(): void;
}

function Holder({ buildingId, access, holder, onTry, onEdit, onCard }: HolderProps) {
  const { name, apartment, levels, state } = holder;
  const span = spanWords(holder, access.timeZone);
  const remove = async () => {
    if (!(await dialogs.confirm(removalQuestion(holder)))) {
      return;
    }
    try {
      await dropCardHolder(buildingId, holder.id);
    } catch (error) {
      await sayFailed(error);
    }
    await refreshCardHolders(buildingId);
  };
  return (
    <>
      <div className={css["head"]}>
        <h3>
          <PersonLink id={holder.id}>{name}</PersonLink>
        </h3>
        <span className={css["buttons"]}>
          <IconButton label={`Cambiar los datos de ${name}`} onClick={onEdit}>
            <IconPencil aria-hidden="true" size={22} />
          </IconButton>
          <IconButton isDestructive label={`Retirar a ${name}`} onClick={() => void remove()}>
            <IconUserMinus aria-hidden="true" size={22} />
          </IconButton>
        </span>
      </div>
      {state === "over" ? <p className={css["over"]}>Su tiempo terminó: no abre ninguna puerta.</p> : null}
      <ul className={css["facts"]}>
        <Fact icon={<IconHome size={20} />}>
          {apartment === null ? "Del edificio" : `Apartamento ${apartment.name}`}
        </Fact>
        <Fact icon={<IconKey size={20} />}>
          {levels.length === 0
            ? "Sin niveles: no abre ninguna puerta"
            : levels.map((level) => level.name).join(", ")}
        </Fact>
        {span === "" ? null : <Fact icon={<IconClock size={20} />}>{capital(span)}</Fact>}
      </ul>
      <CardHolderCards
        holder={holder}
        timeZone={access.timeZone}
        onChanged={() => refreshCardHolders(buildingId)}
      />
      {state === "over" ? null : (
        <PersonPin buildingId={buildingId} timeZone={access.timeZone} person={holder} />
      )}
      <Actions>
        <Button
          look="quiet"
          icon={<IconNfc aria-hidden="true" size={20} />}
          aria-label={`Registrar tarjeta de ${name}`}
          disabled={state === "over"}
          onClick={onCard}
        >
          Registrar tarjeta
        </Button>
        <Button look="quiet" aria-label={`Probar acceso de ${name}`} onClick={onTry}>
          Probar acceso
        </Button>
      </Actions>
    </>
  );
}
