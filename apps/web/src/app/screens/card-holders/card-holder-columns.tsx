import { IconNfc, IconPencil, IconUserMinus } from "@tabler/icons-react";
import { spanWords } from "@umbral/contract/access-control/access-words";
import { cardHolderStateNames } from "@umbral/contract/users/card-holder-words";
import type { CardHolder } from "@umbral/contract/users/card-holders.contract";
import { PersonPin } from "../../../features/access-control/index.ts";
import { capital } from "../../../lib/capital.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import type { Column } from "../../../ui/DataTable.tsx";
import { dialogs } from "../../../ui/dialogs.ts";
import { sayFailed } from "../../../ui/failed.ts";
import { Actions } from "../../../ui/Panel.tsx";
import { PersonLink } from "../../../ui/PersonLink.tsx";
import { CardHolderCards } from "./CardHolderCards.tsx";
import css from "./CardHolders.module.css";
import { removalQuestion } from "./card-holder-words.ts";
import { dropCardHolder, refreshCardHolders } from "./card-holders.api.ts";

interface HolderColumns {
  buildingId: string;
  timeZone: string;
  onEdit(holder: CardHolder): void;
  onTry(holder: CardHolder): void;
  onCard(holder: CardHolder): void;
}

/** What is known of somebody without an account; their cards, their PIN and every act are among a row's details. */
export const columnsOf = (of: HolderColumns): readonly Column<CardHolder>[] => [
  {
    id: "name",
    header: "Nombre",
    isTitle: true,
    isSortable: true,
    cell: ({ id, name }) => <PersonLink id={id}>{name}</PersonLink>,
  },
  {
    id: "apartment",
    header: "De quién es",
    line: 1,
    least: 9,
    isSortable: true,
    cell: ({ apartment }) => (apartment === null ? "Del edificio" : `Apartamento ${apartment.name}`),
  },
  {
    id: "state",
    header: "Estado",
    line: 2,
    least: 9,
    brief: ({ state }) => (
      <span className={state === "over" ? css["over"] : undefined}>{cardHolderStateNames[state]}</span>
    ),
    cell: ({ state }) =>
      state === "over" ? (
        <span className={css["over"]}>Su tiempo terminó: no abre ninguna puerta.</span>
      ) : (
        cardHolderStateNames[state]
      ),
  },
  {
    id: "levels",
    header: "Niveles",
    from: "desk",
    isWide: true,
    brief: ({ levels }) => (levels.length === 0 ? "Sin niveles" : levels.map(({ name }) => name).join(", ")),
    cell: ({ levels }) =>
      levels.length === 0 ? "Sin niveles: no abre ninguna puerta" : levels.map(({ name }) => name).join(", "),
  },
  {
    id: "cards",
    header: "Tarjetas",
    from: "desk",
    align: "end",
    cell: ({ cards }) => (cards.length === 0 ? "–" : cards.length),
  },
  {
    id: "until",
    header: "Fechas",
    from: "wide",
    least: 12,
    isSortable: true,
    cell: (holder) => capital(spanWords(holder, of.timeZone)) || "–",
  },
  {
    id: "actions",
    header: "Acciones",
    isWhole: true,
    least: 7,
    align: "end",
    brief: (holder) => <Brief {...of} holder={holder} />,
    cell: (holder) => <Whole {...of} holder={holder} />,
  },
];

async function remove({ buildingId }: HolderColumns, holder: CardHolder): Promise<void> {
  if (!(await dialogs.confirm(removalQuestion(holder)))) {
    return;
  }
  try {
    await dropCardHolder(buildingId, holder.id);
  } catch (error) {
    await sayFailed(error);
  }
  await refreshCardHolders(buildingId);
}

function Brief({ holder, ...of }: HolderColumns & { holder: CardHolder }) {
  const { name } = holder;
  return (
    <span className={css["buttons"]}>
      <IconButton label={`Cambiar los datos de ${name}`} onClick={() => of.onEdit(holder)}>
        <IconPencil aria-hidden="true" size={22} />
      </IconButton>
      <IconButton isDestructive label={`Retirar a ${name}`} onClick={() => void remove(of, holder)}>
        <IconUserMinus aria-hidden="true" size={22} />
      </IconButton>
    </span>
  );
}

function Whole({ holder, ...of }: HolderColumns & { holder: CardHolder }) {
  const { buildingId, timeZone, onEdit, onTry, onCard } = of;
  const { name, state } = holder;
  return (
    <div className={css["whole"]}>
      <CardHolderCards holder={holder} timeZone={timeZone} onChanged={() => refreshCardHolders(buildingId)} />
      {state === "over" ? null : <PersonPin buildingId={buildingId} timeZone={timeZone} person={holder} />}
      <Actions>
        <Button
          look="quiet"
          icon={<IconNfc aria-hidden="true" size={20} />}
          aria-label={`Registrar tarjeta de ${name}`}
          disabled={state === "over"}
          onClick={() => onCard(holder)}
        >
          Registrar tarjeta
        </Button>
        <Button look="quiet" aria-label={`Probar acceso de ${name}`} onClick={() => onTry(holder)}>
          Probar acceso
        </Button>
        <Button look="quiet" aria-label={`Cambiar los datos de ${name}`} onClick={() => onEdit(holder)}>
          Cambiar datos
        </Button>
        <Button look="destructive" aria-label={`Retirar a ${name}`} onClick={() => void remove(of, holder)}>
          Retirar
        </Button>
      </Actions>
    </div>
  );
}
