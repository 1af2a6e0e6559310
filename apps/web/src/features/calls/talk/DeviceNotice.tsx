import { IconAlertTriangle, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { callSentences } from "../call-outcomes.strings.ts";
import type { LocalMediaView } from "../media/index.ts";
import { callSupport } from "../media/index.ts";
import css from "./CallStage.module.css";
import { howToAllow } from "./talk.strings.ts";

interface DeviceNoticeProps {
  own: LocalMediaView;
  askAgain: (() => void) | undefined;
}

/** What is wrong with camera or microphone, what that means for the call, and how to mend it. */
export function DeviceNotice({ own, askAgain }: DeviceNoticeProps) {
  const words = wordsFor(own);
  const [closed, setClosed] = useState<string | null>(null);
  if (words === null || askAgain === undefined || closed === words.title) {
    return null;
  }
  return (
    <div className={css["notice"]} role="alert">
      <IconAlertTriangle aria-hidden="true" size={24} />
      <div>
        <p className={css["noticeTitle"]}>{words.title}</p>
        <p>{words.text}</p>
        <Button look="quiet" onClick={askAgain}>
          Intentar de nuevo
        </Button>
      </div>
      <IconButton label="Cerrar aviso" onClick={() => setClosed(words.title)}>
        <IconX aria-hidden="true" size={20} />
      </IconButton>
    </div>
  );
}

function wordsFor({ microphone, camera }: LocalMediaView): { title: string; text: string } | null {
  const isWrong = (state: string) => state === "missing" || state === "busy";
  if (camera === "refused" || microphone === "refused") {
    return { title: callSentences.cameraRefused, text: howToAllow(navigator.userAgent) };
  }
  if ((isWrong(camera) || isWrong(microphone)) && callSupport() === "insecure") {
    return {
      title: "Aquí el navegador no permite usar cámara ni micrófono.",
      text: "Abre Umbral con su dirección segura, la que comienza por https. Mientras tanto ves y oyes a la otra persona.",
    };
  }
  if (isWrong(camera) && isWrong(microphone)) {
    return {
      title: "No encontramos cámara ni micrófono.",
      text: "Ves y oyes a la otra persona, pero ella no te ve ni te oye.",
    };
  }
  if (isWrong(camera)) {
    return {
      title: camera === "busy" ? "Otro programa está usando la cámara." : "No encontramos una cámara.",
      text: "La llamada sigue solo con tu voz: la otra persona te oye, pero no te ve.",
    };
  }
  if (isWrong(microphone)) {
    return {
      title:
        microphone === "busy" ? "Otro programa está usando el micrófono." : "No encontramos un micrófono.",
      text: "La otra persona te ve, pero no te oye.",
    };
  }
  return null;
}
