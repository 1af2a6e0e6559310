import { useMutation, useQuery } from "@tanstack/react-query";
import type { OwnCard } from "@umbral/contract/cards/own-cards.contract";
import type {
  HomeCardHolder,
  listHomeCardHolders,
  resumeHomeCard,
  suspendHomeCard,
} from "@umbral/contract/users/card-holders.contract";
import { call } from "../../lib/call.ts";
import { formatDate } from "../../lib/dates.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { offerToUndo } from "../../ui/undo.ts";
import css from "./Members.module.css";
import type { Home } from "./members.api.ts";

const holdersQuery = (id: string) =>
  queryOf<typeof listHomeCardHolders>("GET", "/api/apartments/{id}/card-holders", { params: { id } });

/** Those of a home who come in by a card and have no account. */
export function HomeCardHolders({ home }: { home: Home }) {
  const query = useQuery(holdersQuery(home.apartmentId));
  return (
    <section className={css["members"]} aria-label="Sin cuenta">
      <h2>Sin cuenta</h2>
      <p className={css["role"]}>Entran con tarjeta. La administración las agrega y las retira.</p>
      <ListStates
        query={query}
        isEmpty={({ cardHolders }) => cardHolders.length === 0}
        skeleton={<CardSkeletons count={1} />}
        empty={{ title: "No hay personas sin cuenta en este hogar.", isShort: true }}
      >
        {({ cardHolders }) => (
          <ul className={css["list"]} aria-label={`Personas sin cuenta de ${home.apartmentName}`}>
            {cardHolders.map((holder) => (
              <li key={holder.id}>
                <Holder holder={holder} home={home} />
              </li>
            ))}
          </ul>
        )}
      </ListStates>
    </section>
  );
}

function Holder({ holder, home }: { holder: HomeCardHolder; home: Home }) {
  const { name, until, state, cards } = holder;
  return (
    <article className={css["member"]}>
      <div className={css["holder"]}>
        <h3>{name}</h3>
        {state === "over" ? (
          <p className={css["until"]}>Su tiempo terminó</p>
        ) : until === null ? null : (
          <p className={css["until"]}>Hasta el {formatDate(until, home.timeZone)}</p>
        )}
        {cards.length === 0 ? <p className={css["role"]}>Sin tarjeta</p> : null}
        {cards.map((card) => (
          <HolderCard key={card.id} card={card} holder={holder} home={home} />
        ))}
      </div>
    </article>
  );
}

const states = { active: "Activa", off: "Desactivada", lost: "Perdida" } as const;

function HolderCard({ card, holder, home }: { card: OwnCard; holder: HomeCardHolder; home: Home }) {
  const id = home.apartmentId;
  const suspending = useMutation({
    mutationFn: () =>
      call<typeof suspendHomeCard>(
        "POST",
        "/api/apartments/{id}/card-holders/{userId}/cards/{cardId}/suspend",
        {
          params: { id, userId: holder.id, cardId: card.id },
        },
      ),
    onSuccess: () =>
      offerToUndo(
        {
          done: `La tarjeta terminada en ${card.ending} quedó desactivada.`,
          undone: `La tarjeta terminada en ${card.ending} abre otra vez.`,
        },
        async () => {
          try {
            await call<typeof resumeHomeCard>(
              "POST",
              "/api/apartments/{id}/card-holders/{userId}/cards/{cardId}/resume",
              { params: { id, userId: holder.id, cardId: card.id } },
            );
          } finally {
            await refresh(holdersQuery(id).queryKey);
          }
        },
      ),
    onError: (error) => void sayFailed(error),
    onSettled: () => void refresh(holdersQuery(id).queryKey),
  });
  const suspend = async () => {
    const isMeant = await dialogs.confirm({
      title: `¿Desactivar la tarjeta de ${holder.name}?`,
      text: "Deja de abrir de inmediato. Solo la administración puede activarla de nuevo.",
      takesAway: true,
    });
    if (isMeant) {
      suspending.mutate();
    }
  };
  return (
    <div className={css["holderCard"]}>
      <p>
        Tarjeta terminada en {card.ending}
        <span className={css["role"]}> · {states[card.state]}</span>
      </p>
      {card.state === "active" ? (
        <Button
          look="destructive"
          aria-label={`Desactivar la tarjeta de ${holder.name} terminada en ${card.ending}`}
          loading={suspending.isPending}
          onClick={() => void suspend()}
        >
          Desactivar
        </Button>
      ) : null}
    </div>
  );
}
