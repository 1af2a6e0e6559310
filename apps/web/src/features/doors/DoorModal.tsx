import { IconBellOff, IconClockEdit } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { useState } from "react";
import { useMay } from "../../lib/useMay.ts";
import { Button, joined } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { Zoomable } from "../../ui/Zoomable.tsx";
import { eventSentences, SilenceModal } from "../alarms/index.ts";
import type { ShownBuilding } from "../buildings/index.ts";
import { LiveCamera } from "../cameras/index.ts";
import { AwayNotice } from "./AwayNotice.tsx";
import { modeSentences } from "./changing-modes.strings.ts";
import { DoorControls } from "./DoorControls.tsx";
import css from "./DoorModal.module.css";
import { DoorModeModal } from "./DoorModeModal.tsx";
import { awayOf } from "./door-state.ts";

interface DoorModalProps {
  building: ShownBuilding;
  /** The door, also while the modal goes. */
  door: Door | undefined;
  isOpen: boolean;
  onClose(): void;
}

/** A door of the plan: what its cameras see, its buttons, and silence for who may ask for it. */
export function DoorModal({ building, door, isOpen, onClose }: DoorModalProps) {
  const maySilence = useMay("alarms.raise", { buildingId: building.id });
  const [isSilencing, setSilencing] = useState(false);
  const [isSettingMode, setSettingMode] = useState(false);
  return (
    <Modal isOpen={isOpen} title={door?.name ?? "Puerta"} onClose={onClose}>
      {door === undefined ? null : (
        <div className={css["door"]}>
          <AwayNotice doors={[door]} timeZone={building.timeZone} />
          {door.cameras.length === 0 ? (
            <p className={css["blind"]}>Esta puerta no tiene cámaras.</p>
          ) : (
            <div className={joined(css["pictures"], door.cameras.length > 1 && css["several"])}>
              {door.cameras.map((camera) => (
                <Zoomable key={camera.id} label={camera.name}>
                  <LiveCamera
                    buildingId={building.id}
                    camera={camera}
                    timeZone={building.timeZone}
                    isCovered={!isOpen}
                    isAwayTold={awayOf([door]) !== null}
                  />
                </Zoomable>
              ))}
            </div>
          )}
          <DoorControls buildingId={building.id} door={door} timeZone={building.timeZone} />
          {door.may.setMode ? (
            <Button
              look="quiet"
              icon={<IconClockEdit aria-hidden="true" size={20} />}
              onClick={() => setSettingMode(true)}
            >
              {modeSentences.title}
            </Button>
          ) : null}
          {maySilence ? (
            <Button
              look="quiet"
              icon={<IconBellOff aria-hidden="true" size={20} />}
              onClick={() => setSilencing(true)}
            >
              {eventSentences.MUTE}
            </Button>
          ) : null}
        </div>
      )}
      <DoorModeModal
        door={isOpen && isSettingMode ? (door ?? null) : null}
        timeZone={building.timeZone}
        onClose={() => setSettingMode(false)}
      />
      <SilenceModal
        buildingId={isOpen && isSilencing ? building.id : null}
        onClose={() => setSilencing(false)}
      />
    </Modal>
  );
}
