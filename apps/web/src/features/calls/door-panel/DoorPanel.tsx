import {
  IconArrowLeft,
  IconCircleCheck,
  IconPhoneOff,
  IconUserCheck,
  IconUserPlus,
  IconUserQuestion,
  IconX,
} from "@tabler/icons-react";
import type { Visitor } from "@umbral/contract/calls/door-panel.contract";
import { type RefObject, useEffect, useId, useRef, useState, useSyncExternalStore } from "react";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Loading } from "../../../ui/ListStates.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import { DoorControls } from "../../doors/index.ts";
import css from "./DoorPanel.module.css";
import { explainRefusal, writeVisitorDown } from "./door-panel.api.ts";
import { createDoorPanel, type PanelStep, type PanelView } from "./door-panel.ts";
import { EntranceFirst } from "./EntranceFirst.tsx";
import { KnownVisitors } from "./KnownVisitors.tsx";
import { useMainDoor } from "./main-door.ts";
import { VisitorForm } from "./VisitorForm.tsx";

interface DoorPanelProps {
  callId: string;
  buildingId: string;
  apartmentId: string;
  /** Rung by the sign at the entrance: its camera is seen before the door opens. */
  isBySign?: boolean;
  /** The other side's picture, of which a still can be taken; null while there is none. */
  remote: MediaStream | null;
  /** Where it leaves how to go one step back in it, or to close it at its first step. */
  stepBack?: RefObject<(() => void) | null> | undefined;
  onHangUp(): void;
  onClose(): void;
}

const titles: Record<PanelStep, string> = {
  initial: "¿Quién está en la puerta?",
  known: "Visitante conocido",
  unknown: "Visitante desconocido",
  readyToOpen: "Listo para abrir",
  opened: "Puerta abierta",
  finished: "Llamada terminada",
};

/** Who is at the door, then the door: over the picture on a phone, beside it on a desk. */
export function DoorPanel({
  callId,
  buildingId,
  apartmentId,
  isBySign = false,
  remote,
  stepBack,
  onHangUp,
  onClose,
}: DoorPanelProps) {
  const id = useId();
  const [panel] = useState(() =>
    createDoorPanel({
      createVisitor: (visitor) => writeVisitorDown({ apartmentId, callId }, visitor),
      explain: explainRefusal,
      finish: onHangUp,
    }),
  );
  const view = useSyncExternalStore(panel.subscribe, panel.view);
  const { step, draft, actions, visitor } = view;
  const title = useRef<HTMLHeadingElement>(null);
  const place = `${step} ${draft === null}`;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step begins at its title, for who hears it.
  useEffect(() => {
    title.current?.focus();
  }, [place]);

  useEffect(() => {
    if (stepBack !== undefined) {
      stepBack.current = actions.back ?? onClose;
    }
  });
  useEffect(
    () => () => {
      if (stepBack !== undefined) {
        stepBack.current = null;
      }
    },
    [stepBack],
  );

  return (
    <section className={css["panel"]} aria-labelledby={`${id}-title`}>
      <header className={css["head"]}>
        {actions.back === undefined ? null : (
          <IconButton label="Atrás" onClick={actions.back}>
            <IconArrowLeft aria-hidden="true" size={22} />
          </IconButton>
        )}
        <h2 ref={title} id={`${id}-title`} tabIndex={-1}>
          {draft !== null && step === "known" ? "Nuevo visitante conocido" : titles[step]}
        </h2>
        <IconButton label="Cerrar panel" onClick={onClose}>
          <IconX aria-hidden="true" size={22} />
        </IconButton>
      </header>
      <div className={css["body"]}>
        {step === "initial" ? <Kinds view={view} /> : null}
        {step === "known" && draft === null ? (
          <KnownVisitors apartmentId={apartmentId} actions={actions} />
        ) : null}
        {draft === null ? null : <VisitorForm view={view} draft={draft} remote={remote} />}
        {step === "readyToOpen" && visitor !== null ? (
          <Ready
            visitor={visitor}
            callId={callId}
            buildingId={buildingId}
            isBySign={isBySign}
            onOpened={actions.opened}
          />
        ) : null}
        {step === "opened" ? <Opened view={view} /> : null}
      </div>
    </section>
  );
}

function Kinds({ view: { actions } }: { view: PanelView }) {
  return (
    <>
      <Button wide icon={<IconUserCheck aria-hidden="true" size={22} />} onClick={actions.chooseKnown}>
        Visitante conocido
      </Button>
      <Button
        wide
        look="quiet"
        icon={<IconUserQuestion aria-hidden="true" size={22} />}
        onClick={actions.chooseUnknown}
      >
        Visitante desconocido
      </Button>
    </>
  );
}

interface ReadyProps {
  visitor: Visitor;
  callId: string;
  buildingId: string;
  isBySign: boolean;
  onOpened: (() => void) | undefined;
}

function Ready({ visitor, callId, buildingId, isBySign, onOpened }: ReadyProps) {
  const { door, timeZone } = useMainDoor(buildingId);
  const controls =
    door === undefined ? null : (
      <DoorControls
        buildingId={buildingId}
        door={door}
        timeZone={timeZone}
        occasion={{ callId, visitorId: visitor.id }}
        {...(onOpened === undefined ? {} : { onOpened })}
      />
    );
  return (
    <>
      <Who visitor={visitor} />
      {controls === null ? (
        <Loading>
          <CardSkeletons count={1} picture="face" />
        </Loading>
      ) : isBySign ? (
        <EntranceFirst buildingId={buildingId}>{controls}</EntranceFirst>
      ) : (
        controls
      )}
    </>
  );
}

function Opened({ view: { visitor, actions } }: { view: PanelView }) {
  return (
    <>
      <p className={css["done"]} role="status">
        <IconCircleCheck aria-hidden="true" size={24} />
        La puerta se abrió para {visitor?.name ?? "el visitante"}.
      </p>
      <Button
        wide
        look="danger"
        icon={<IconPhoneOff aria-hidden="true" size={22} />}
        onClick={actions.finish}
      >
        Terminar llamada
      </Button>
      <Button
        wide
        look="quiet"
        icon={<IconUserPlus aria-hidden="true" size={22} />}
        onClick={actions.another}
      >
        Hay otra persona
      </Button>
    </>
  );
}

function Who({ visitor }: { visitor: Visitor }) {
  return (
    <p className={css["who"]}>
      <Face src={visitor.image} alt="" size={72} />
      <strong>{visitor.name ?? "Visitante desconocido"}</strong>
    </p>
  );
}
