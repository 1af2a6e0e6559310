import { IconUrgent } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";

const RollCall = lazy(async () => ({ default: (await import("./RollCall.tsx")).RollCall }));

/** One press shows who is inside now and which homes are to be called up, for an evacuation; from there it is printed. */
export function RollCallButton({ buildingId }: { buildingId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={<IconUrgent aria-hidden="true" size={20} />} onClick={() => setOpen(true)}>
        Quién está adentro
      </Button>
      <Modal isOpen={isOpen} title="Quién está adentro" onClose={() => setOpen(false)}>
        {isOpen ? (
          <Suspense fallback={null}>
            <RollCall buildingId={buildingId} />
          </Suspense>
        ) : null}
      </Modal>
    </>
  );
}
