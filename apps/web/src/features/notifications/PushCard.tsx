import { IconBell, IconBellCheck, IconBellOff, IconBellRinging } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { deviceWord, howToAllowNotifications, offerOf } from "./notifications.strings.ts";
import css from "./PushCard.module.css";
import { pushRegistration, usePushState } from "./push.ts";
import type { PushState } from "./push-registration.ts";

interface PushCardProps {
  /** Somebody whom others call, not only tell things. */
  isCalled: boolean;
  /** Besides the button that asks. */
  more?: ReactNode;
}

/** How this browser stands with pushes: why to allow them, the button that asks, the way back from a no. */
export function PushCard({ isCalled, more }: PushCardProps) {
  const state = usePushState();
  const words = wordsFor(state, isCalled);
  return (
    <div aria-live="polite">
      <Note title={words.title} tone={words.tone} icon={words.icon}>
        <div className={css["body"]}>
          <p>{words.text}</p>
          {words.button === undefined ? null : (
            <div className={css["actions"]}>
              <Button loading={state === "working"} onClick={() => void pushRegistration.enable()}>
                {words.button}
              </Button>
              {more}
            </div>
          )}
        </div>
      </Note>
    </div>
  );
}

interface Words {
  title: string;
  text: string;
  tone: "calm" | "attention";
  icon: ReactNode;
  button?: string;
}

const SIZE = { size: 26, stroke: 1.7 } as const;

function wordsFor(state: PushState, isCalled: boolean): Words {
  const { userAgent } = navigator;
  const device = deviceWord(userAgent);
  const { title, why, done } = offerOf(device, isCalled);
  switch (state) {
    case "ask":
    case "working":
      return { title, text: why, tone: "calm", icon: <IconBellRinging {...SIZE} />, button: "Activar" };
    case "on":
      return {
        title: done,
        text: "Te avisa aunque Umbral esté cerrado, mientras tengas la sesión abierta.",
        tone: "calm",
        icon: <IconBellCheck {...SIZE} />,
      };
    case "refused":
      return {
        title: `Las notificaciones están bloqueadas en este ${device}`,
        text: howToAllowNotifications(userAgent),
        tone: "attention",
        icon: <IconBellOff {...SIZE} />,
      };
    case "failed":
      return {
        title: `No pudimos activar las notificaciones en este ${device}`,
        text: "Revisa tu internet e intenta de nuevo. Con Umbral abierto sí te avisa.",
        tone: "attention",
        icon: <IconBellOff {...SIZE} />,
        button: "Intentar de nuevo",
      };
    case "install-first":
      return {
        title,
        text: "En iPhone y iPad primero agrega Umbral a tu inicio: toca Compartir y luego Agregar a inicio. Ábrelo desde ese ícono y vuelve a tu perfil.",
        tone: "calm",
        icon: <IconBell {...SIZE} />,
      };
    case "unsupported":
      return {
        title: "Este navegador no avisa con Umbral cerrado",
        text: "Mientras lo tengas abierto sí suena. Con Chrome, Edge, Firefox o Safari actualizados también te avisa cerrado.",
        tone: "calm",
        icon: <IconBell {...SIZE} />,
      };
  }
}
