import { IconTicket } from "@tabler/icons-react";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { useState } from "react";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useNow } from "../../lib/useNow.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { PassCard } from "./PassCard.tsx";
import css from "./Passes.module.css";
import { PassModal } from "./PassModal.tsx";
import { usePasses } from "./pass-list.api.ts";
import type { PassPlace } from "./pass-places.ts";
import { SharingOf } from "./SharePass.tsx";

interface PassListProps {
  place: PassPlace;
  which: "current" | "past";
}

/** What is typed is a guest's name: it stands in no address. */
const typed = ["buscar"] as const;

/** Sentences of a list that is empty. */
const nothing = {
  current: {
    title: "No hay invitaciones vigentes.",
    hint: "Invita a alguien: le llega un código y un QR para entrar.",
  },
  past: { title: "Todavía no hay invitaciones pasadas." },
};

/** The passes of a place, those of which somebody is inside first. New ones appear by themselves. */
export function PassList({ place, which }: PassListProps) {
  const address = useListAddress([], typed);
  const { page } = address;
  const search = address.value("buscar");
  const [changed, setChanged] = useState<Pass | null>(null);
  const [shared, setShared] = useState<Pass | null>(null);
  const query = usePasses(place, { which, search, page });
  useLastPage(address, query);
  const now = useNow(60_000);
  return (
    <div className={css["list"]}>
      {search !== "" || query.data?.passes.length ? (
        <SearchField
          label="Buscar invitación"
          value={search}
          onChange={(buscar) => address.change({ buscar })}
        />
      ) : null}
      <ListStates
        query={query}
        isEmpty={({ passes }) => passes.length === 0}
        skeleton={<CardSkeletons lines={3} />}
        empty={{
          ...(search === "" ? nothing[which] : { title: "Ninguna invitación coincide con tu búsqueda." }),
          icon: <IconTicket size={32} stroke={1.6} />,
        }}
      >
        {({ passes, totalPages }) => (
          <>
            <ul className={css["cards"]} aria-label="Invitaciones">
              {passes.map((pass) => (
                <li key={pass.id}>
                  <PassCard
                    pass={pass}
                    place={place}
                    now={now}
                    onChange={() => setChanged(pass)}
                    onShare={() => setShared(pass)}
                  />
                </li>
              ))}
            </ul>
            <Pages page={page} total={totalPages} onChange={address.goTo} />
          </>
        )}
      </ListStates>
      <PassModal place={place} isOpen={changed !== null} pass={changed} onClose={() => setChanged(null)} />
      <Modal isOpen={shared !== null} title="Compartir invitación" narrow onClose={() => setShared(null)}>
        {shared === null ? null : <SharingOf pass={shared} building={place.building} />}
      </Modal>
    </div>
  );
}
