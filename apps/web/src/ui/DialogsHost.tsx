import { IconAlertTriangle, IconCircleCheck, IconHelpCircle } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useStore } from "../lib/store.ts";
import { Button } from "./Button.tsx";
import css from "./DialogsHost.module.css";
import { type DialogRequest, dialogQueue } from "./dialogs.ts";
import { Modal } from "./Modal.tsx";

const icons = {
  success: <IconCircleCheck size={40} stroke={1.6} />,
  failure: <IconAlertTriangle size={40} stroke={1.6} />,
  errors: <IconAlertTriangle size={40} stroke={1.6} />,
  confirmation: <IconHelpCircle size={40} stroke={1.6} />,
} as const;

/** Draws what `dialogs` asks for. Stands once, at the root. */
export function DialogsHost() {
  const current = useStore(dialogQueue);
  const [last, setLast] = useState<DialogRequest | null>(null);
  useEffect(() => {
    if (current !== null) {
      setLast(current);
    }
  }, [current]);
  // The answered one is still drawn while it goes.
  const drawn = current ?? last;
  if (drawn === null) {
    return null;
  }
  return (
    // Each its own, also where one follows another: the focus is where that one begins.
    <Modal
      key={drawn.id}
      isOpen={current !== null}
      title={drawn.title}
      onClose={() => current?.answer(false)}
      role="alertdialog"
      narrow
    >
      <div className={css["dialog"]}>
        <span className={css[drawn.kind]} aria-hidden="true">
          {icons[drawn.kind]}
        </span>
        {drawn.text === undefined ? null : <p>{drawn.text}</p>}
        {drawn.list === undefined ? null : (
          <ul className={css["list"]}>
            {drawn.list.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
        <div className={css["answers"]}>
          <Button
            look={drawn.irrevocable || drawn.takesAway ? "danger" : "primary"}
            onClick={() => current?.answer(true)}
          >
            {drawn.goOn}
          </Button>
          {drawn.cancel === undefined ? null : (
            // Where nothing can be taken back, the way out is what Enter presses.
            <Button
              look="quiet"
              autoFocus={drawn.irrevocable ?? false}
              onClick={() => current?.answer(false)}
            >
              {drawn.cancel}
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
