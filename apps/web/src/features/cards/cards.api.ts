import { useQuery } from "@tanstack/react-query";
import type {
  Card,
  CardChange,
  CardType,
  cardSetup,
  changeCard,
  createCard,
  deleteCard,
  exportCards,
  listCards,
  markCardLost as markLost,
  stopCardSetup,
} from "@umbral/contract/cards/cards.contract";
import { READER_SETUP_MS } from "@umbral/contract/cards/reader-setup";
import { normalCedula } from "@umbral/contract/registration/personal-data";
import type { readPerson } from "@umbral/contract/users/person.contract";
import type { findUserDetail, UserDetail, verifyUser } from "@umbral/contract/users/user-details.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { queryClient, refresh } from "../../lib/queries.ts";
import { ask } from "../../lib/socket.ts";
import { type Sending, upload } from "../../lib/upload.ts";

/** Whoever has this document. */
export async function findHolder(document: string, signal?: AbortSignal) {
  const params = { cedula: normalCedula(document) };
  return (
    await call<typeof findUserDetail>("GET", "/api/{product}/users/{cedula}", {
      params,
      ...(signal === undefined ? {} : { signal }),
    })
  ).user;
}

const holderKey = (id: string) => [
  ...keyOf<typeof findUserDetail>("GET", "/api/{product}/users/{cedula}"),
  { id },
];

/** Whoever has this id, found by their document as everybody is here; nobody while it is empty. */
export function useHolder(id: string) {
  return useQuery({
    queryKey: holderKey(id),
    queryFn: async ({ signal }) => {
      const { person } = await call<typeof readPerson>("GET", "/api/{product}/users/{id}/page", {
        params: { id },
        signal,
      });
      return findHolder(person.cedula, signal);
    },
    enabled: id !== "",
    // Each time a face is read is written down.
    refetchOnWindowFocus: false,
  });
}

/** Somebody who was found just now: an address that names them shows them at once. */
export const keepHolder = (user: UserDetail) => queryClient.setQueryData(holderKey(user.id), user);

const cardsQuery = (document: string) =>
  queryOf<typeof listCards>("GET", "/api/{product}/cardsv2", { query: { document } });

/** From and until when a card opens; what is not said stays as it is. */
interface CardTime {
  from?: string | null;
  until?: string | null;
}

/** The cards of whoever has this document. */
export function useCards(document: string) {
  return useQuery({
    ...cardsQuery(document),
    select: ({ cards }) => cards.map(({ card }) => card),
  });
}

/** Asks for them again, after one was given, changed or deleted. */
export const refreshCards = (document: string): Promise<void> => refresh(cardsQuery(document).queryKey);

export function giveCardTo(userId: string, card: { tag: string; type: CardType } & CardTime) {
  return call<typeof createCard>("POST", "/api/{product}/cardsv2", { body: { userId, ...card } });
}

/** What is not said of a card stays as it is. */
export function changeCardTo(id: string, card: CardChange) {
  return call<typeof changeCard>("PUT", "/api/{product}/cardsv2/{id}", { params: { id }, body: card });
}

/** A card opens nothing any more. */
export const suspendCard = (id: string) => changeCardTo(id, { active: false });

/** A card opens again. One that was not seen as lost stays so where its holder said it meanwhile: CARD_LOST. */
export const activateCard = ({ id, lostAt }: Pick<Card, "id" | "lostAt">) =>
  changeCardTo(id, { active: true, ...unlessLost(lostAt) });

/** What goes with making a card active that was seen so. */
export const unlessLost = (lostAt: Card["lostAt"]) => (lostAt === null ? { unlessLost: true } : {});

/** Its holder lost it: it opens nothing any more. */
export function markCardLost(id: string) {
  return call<typeof markLost>("POST", "/api/{product}/cardsv2/{id}/lost", { params: { id }, body: {} });
}

export function removeCard(id: string) {
  return call<typeof deleteCard>("DELETE", "/api/{product}/cardsv2/{id}", { params: { id } });
}

/** From now on the next card at that door's reader is told to this page. */
function setReaderUp(buildingId: string, door: string) {
  return ask<typeof cardSetup>("card:setup", { buildingId, door }, { waitsForLine: true });
}

/**
 * The same until somebody asks for no more of it, or it is over because no card came. @returns what ends it: cards open there again then
 */
export function waitAtReader(
  { buildingId, door }: { buildingId: string; door: string },
  told: { waits(): void; over(): void; failed(error: unknown): void },
): () => void {
  let isOver = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const asked = setReaderUp(buildingId, door).then(
    ({ setupId }) => {
      if (!isOver) {
        told.waits();
        patience = setTimeout(told.over, READER_SETUP_MS);
      }
      return setupId;
    },
    (error: unknown) => {
      if (!isOver) {
        told.failed(error);
      }
      return null;
    },
  );
  return () => {
    isOver = true;
    clearTimeout(patience);
    void asked.then((setupId) =>
      setupId === null
        ? undefined
        : // Without a line it ends by itself.
          ask<typeof stopCardSetup>("card:setup:stop", { buildingId, setupId }).catch(() => undefined),
    );
  };
}

export interface IdentityForm {
  cedula: string;
  photo: File;
  cedulaFrontal: File;
  cedulaPosterior: File;
}

/** Sends a face and both sides of a document. */
export function sendIdentity(body: IdentityForm, sending: Sending) {
  return upload<typeof verifyUser>("POST", "/api/{product}/userv2", { body, ...sending });
}

/** All cards and whose they are, or some that were chosen, as a file to keep. */
export function downloadCards(ids?: string, form?: FileForm) {
  return download<typeof exportCards>("GET", "/api/{product}/cardsv2.csv", {
    query: ids === undefined ? {} : { ids },
    form,
  });
}
