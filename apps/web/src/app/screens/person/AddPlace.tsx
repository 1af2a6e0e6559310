import { IconPlus } from "@tabler/icons-react";
import type { PersonPage } from "@umbral/contract/users/person.contract";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Skeleton } from "../../../ui/Skeletons.tsx";

const GivePlace = lazy(async () => ({
  default: (await import("../../../features/users/PlaceForms.tsx")).GivePlace,
}));

/** 'Agregar rol u hogar', in a sheet of its own. */
export function AddPlace({ person }: { person: PersonPage }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button look="quiet" icon={<IconPlus aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Agregar rol u hogar
      </Button>
      <Modal isOpen={isOpen} title={`Agregar rol u hogar a ${person.name}`} onClose={close}>
        {isOpen ? (
          <Suspense fallback={<Skeleton height="9rem" />}>
            <GivePlace person={person} onDone={close} />
          </Suspense>
        ) : null}
      </Modal>
    </>
  );
}
