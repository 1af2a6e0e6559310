import { IconX } from "@tabler/icons-react";
import { createPortal } from "react-dom";
import { useStore } from "../lib/store.ts";
import { IconButton, joined } from "./Button.tsx";
import css from "./NoticesHost.module.css";
import { dismissNotice, type Notice, notices } from "./notices.ts";
import { useTopLayer } from "./topLayer.ts";

/** Draws what `notify` says, over modals too. Stands once, at the root. */
export function NoticesHost() {
  const shown = useStore(notices);
  const layer = useTopLayer();
  const lines = (isTrouble: boolean) =>
    shown
      .filter(({ tone }) => (tone === "trouble") === isTrouble)
      .map((notice) => <Line key={notice.id} {...notice} />);
  return createPortal(
    <div className={css["host"]}>
      <div role="status">{lines(false)}</div>
      <div role="alert">{lines(true)}</div>
    </div>,
    layer,
  );
}

function Line({ id, text, tone, action }: Notice) {
  return (
    <div className={joined(css["notice"], css[tone])}>
      <span>{text}</span>
      {action === undefined ? null : (
        <button
          type="button"
          className={css["action"]}
          onClick={() => {
            dismissNotice(id);
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      <IconButton label="Cerrar aviso" onClick={() => dismissNotice(id)}>
        <IconX aria-hidden="true" size={20} />
      </IconButton>
    </div>
  );
}
