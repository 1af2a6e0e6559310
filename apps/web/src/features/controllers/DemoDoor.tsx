import type { DemonstrationBuilding } from "@umbral/contract/controllers/demonstration.contract";
import { useEffect, useState } from "react";
import { Button, joined } from "../../ui/Button.tsx";
import css from "./DemoDoor.module.css";
import { DemoReader } from "./DemoReader.tsx";
import type { Act } from "./demonstration.api.ts";
import { rememberJammed, useIsJammed } from "./jammed-doors.ts";

/** How long the little door stands open after somebody went out. */
const OPEN_MS = 2500;

interface DemoDoorProps {
  door: DemonstrationBuilding["doors"][number];
  act: Act;
}

/** A door from inside: its exit button, a wedge to jam it with, and what people do to it who should not. */
export function DemoDoor({ door, act }: DemoDoorProps) {
  const isJammed = useIsJammed(door.id);
  const stands = door.leaf === "open";
  const [openings, setOpenings] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (openings === 0) {
      return;
    }
    setOpen(true);
    const timer = setTimeout(() => setOpen(false), OPEN_MS);
    return () => clearTimeout(timer);
  }, [openings]);

  const goOut = async () => {
    const sentence = isJammed
      ? `Alguien presionó el botón de salida de ${door.name}, pero está trabada.`
      : `Alguien salió por ${door.name}.`;
    if ((await act({ kind: "press-exit-button", doorId: door.id }, sentence)) && !isJammed) {
      setOpenings((count) => count + 1);
    }
  };
  const hold = () =>
    act(
      { kind: "hold-door", doorId: door.id },
      isJammed
        ? `Alguien quiso dejar abierta ${door.name}, pero está trabada.`
        : `Alguien salió por ${door.name} y la dejó abierta.`,
    );
  const force = () => act({ kind: "force-door", doorId: door.id }, `Alguien forzó ${door.name}.`);
  const letGo = () => act({ kind: "let-door-go", doorId: door.id }, `${door.name} se cerró.`);
  const jam = async () => {
    const sentence = isJammed
      ? `Quitaste la cuña de ${door.name}.`
      : `Trabaste ${door.name}: la próxima orden no la moverá.`;
    if (await act({ kind: "jam-door", doorId: door.id, jammed: !isJammed }, sentence)) {
      rememberJammed(door.id, !isJammed);
    }
  };

  return (
    <li className={css["door"]}>
      <DrawnDoor isOpen={isOpen || stands} isJammed={isJammed} />
      <div className={css["words"]}>
        <strong>{door.name}</strong>
        <span>{stateOf(door, isJammed)}</span>
      </div>
      <div className={css["buttons"]}>
        <Button
          look="quiet"
          icon={<span className={css["push"]} aria-hidden="true" />}
          aria-label={`Botón de salida de ${door.name}`}
          onClick={() => void goOut()}
        >
          Botón de salida
        </Button>
        <Button
          look="quiet"
          aria-label={`${isJammed ? "Destrabar" : "Trabar"} ${door.name}`}
          onClick={() => void jam()}
        >
          {isJammed ? "Destrabar" : "Trabar"}
        </Button>
        {stands ? (
          <Button look="quiet" aria-label={`Dejar que se cierre ${door.name}`} onClick={() => void letGo()}>
            Dejar que se cierre
          </Button>
        ) : (
          <Button look="quiet" aria-label={`Dejar abierta ${door.name}`} onClick={() => void hold()}>
            Dejar abierta
          </Button>
        )}
        <Button
          look="quiet"
          aria-label={`Forzar ${door.name}`}
          disabled={stands}
          onClick={() => void force()}
        >
          Forzar
        </Button>
      </div>
      <DemoReader door={door} act={act} />
    </li>
  );
}

function stateOf({ leaf }: DemoDoorProps["door"], isJammed: boolean): string {
  if (leaf === "open") {
    return "Está abierta";
  }
  return isJammed ? "Trabada con una cuña" : "Está cerrada";
}

function DrawnDoor({ isOpen, isJammed }: { isOpen: boolean; isJammed: boolean }) {
  return (
    <svg
      className={joined(css["drawing"], isOpen && css["open"])}
      viewBox="0 0 56 64"
      width="56"
      height="64"
      aria-hidden="true"
    >
      <rect className={css["light"]} x="10" y="6" width="36" height="54" rx="4" />
      <g className={css["leaf"]}>
        <rect x="10" y="6" width="36" height="54" rx="4" />
        <circle cx="40" cy="34" r="2.6" />
      </g>
      <path className={css["frame"]} d="M8 61V8a4 4 0 0 1 4-4h32a4 4 0 0 1 4 4v53M3 61h50" />
      {isJammed ? <path className={css["wedge"]} d="M30 61h20l-20-9z" /> : null}
    </svg>
  );
}
