import { IconLogin2, IconLogout2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { createPortal } from "react-dom";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths.ts";
import type { Session } from "../../lib/session.ts";
import { useWakeLock } from "../../lib/useWakeLock.ts";
import { Button } from "../../ui/Button.tsx";
import { dialogs } from "../../ui/dialogs.ts";
import { Modal } from "../../ui/Modal.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { endShiftHere } from "./kiosks.api.ts";
import css from "./ShiftBar.module.css";
import { useCodesWithoutShift } from "./useCodesWithoutShift.ts";

const ShiftForm = lazy(async () => ({ default: (await import("./ShiftForm.tsx")).ShiftForm }));

/** In the header of a device of the lobby: who is on shift and the way out of it, or the way in. */
export function ShiftBar({ current: { user, spaces } }: { current: Session }) {
  // No push wakes such a device.
  useWakeLock(true);
  return user !== null && spaces.length > 0 ? <OnShift name={user.name} photo={user.photo} /> : <StepIn />;
}

function OnShift({ name, photo }: { name: string; photo: string | null }) {
  const navigate = useNavigate();
  const leave = useMutation({ mutationFn: endShiftHere, onSettled: () => navigate(paths.access) });
  const ask = async () => {
    const goesOn = await dialogs.confirm({
      title: "¿Terminar el turno?",
      text: "El equipo sigue llamando apartamentos y recibiendo llamadas. Lo demás espera al turno siguiente.",
    });
    if (goesOn) {
      leave.mutate();
    }
  };
  return (
    <div className={css["bar"]}>
      <Face src={photo} alt="" size={36} />
      <p className={css["who"]}>
        <span className={css["soft"]}>De turno</span>
        <strong>{name}</strong>
      </p>
      <Button
        look="quiet"
        className={css["out"]}
        icon={<IconLogout2 aria-hidden="true" size={20} />}
        loading={leave.isPending}
        onClick={() => void ask()}
      >
        <span className={css["word"]}>Terminar turno</span>
      </Button>
    </div>
  );
}

function StepIn() {
  const [isOpen, setOpen] = useState(false);
  useCodesWithoutShift();
  return (
    <div className={css["bar"]}>
      <Button
        look="quiet"
        className={css["in"]}
        icon={<IconLogin2 aria-hidden="true" size={20} />}
        onClick={() => setOpen(true)}
      >
        Comenzar turno
      </Button>
      {/* A dialog's head within that of the page would be a second banner. */}
      {createPortal(
        <Modal isOpen={isOpen} title="Comenzar turno" onClose={() => setOpen(false)} narrow>
          {isOpen ? (
            <Suspense fallback={null}>
              <ShiftForm />
            </Suspense>
          ) : null}
        </Modal>,
        document.body,
      )}
    </div>
  );
}
