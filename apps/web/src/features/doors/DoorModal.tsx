import type { Door } from "@umbral/contract/doors/doors.contract";
import { joined } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { LiveCamera } from "../cameras/LiveCamera.tsx";
import type { ShownBuilding } from "../cameras/shown-building.ts";
import { DoorControls } from "./DoorControls.tsx";
import css from "./DoorModal.module.css";

interface DoorModalProps {
  building: ShownBuilding;
  /** The door, also while the modal goes. */
  door: Door | undefined;
  isOpen: boolean;
  onClose(): void;
}

/** A door of the plan: what its cameras see, and its buttons. */
export function DoorModal({ building, door, isOpen, onClose }: DoorModalProps) {
  return (
    <Modal isOpen={isOpen} title={door?.name ?? "Puerta"} onClose={onClose}>
      {door === undefined ? null : (
        <div className={css["door"]}>
          {door.cameras.length === 0 ? (
            <p className={css["blind"]}>Esta puerta no tiene cámaras.</p>
          ) : (
            <div className={joined(css["pictures"], door.cameras.length > 1 && css["several"])}>
              {door.cameras.map((camera) => (
                <LiveCamera
                  key={camera.id}
                  buildingId={building.id}
                  camera={camera}
                  timeZone={building.timeZone}
                  isCovered={!isOpen}
                />
              ))}
            </div>
          )}
          <DoorControls buildingId={building.id} door={door} />
        </div>
      )}
    </Modal>
  );
}
