import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { MotionSettings } from "@umbral/contract/cameras/motion.contract";
import type { DoorScope } from "@umbral/contract/lib/door-scope";
import { ALMENDROS, MIRADOR } from "./accounts.ts";

type Scene = Extract<CameraSource, { kind: "simulated" }>["scene"];

export interface DemonstrationDoor {
  localId: string;
  name: string;
  scope: DoorScope;
  /** Whose plan it stands on. */
  tower: string;
  floor: string;
  left: number;
  top: number;
  cameras: {
    name: string;
    scene: Scene;
    /** Looks for motion; nobody passes by himself there then. */
    motion?: MotionSettings;
    framesPerSecond?: number;
    width?: number;
  }[];
}

export interface DemonstrationBuildingPlan {
  name: string;
  address1: string;
  city: string;
  state: string;
  towers: { name: string; floors: { name: string; apartments: string[] }[] }[];
  doors: DemonstrationDoor[];
}

const floorsOf = (tower: string, levels: number) =>
  Array.from({ length: levels }, (_, index) => ({
    name: String(index + 1),
    apartments: [`${tower}-${index + 1}01`, `${tower}-${index + 1}02`],
  }));

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const AT_ALL_HOURS: MotionSettings = {
  zones: [],
  sensitivity: 50,
  watchedHours: [{ days: EVERY_DAY, from: "00:00", to: "00:00" }],
};
const BY_NIGHT: MotionSettings = {
  ...AT_ALL_HOURS,
  watchedHours: [{ days: EVERY_DAY, from: "23:00", to: "05:00" }],
};
/** A guest does not wait as long as a building does until a door that stands open is noticed. */
export const HELD_OPEN_AFTER_SECONDS = 8;

/** The two buildings everybody can try: nothing may work only because there is one. */
export const demonstrationBuildings: readonly DemonstrationBuildingPlan[] = [
  {
    name: MIRADOR,
    address1: "Carrera 7 # 116-20",
    city: "Bogotá",
    state: "Cundinamarca",
    towers: [
      { name: "A", floors: floorsOf("A", 3) },
      { name: "B", floors: floorsOf("B", 2) },
    ],
    doors: [
      {
        localId: "1",
        name: "Puerta principal",
        scope: "building",
        tower: "A",
        floor: "1",
        left: 50,
        top: 86,
        cameras: [
          { name: "Entrada", scene: "entrance" },
          { name: "Calle", scene: "street" },
        ],
      },
      {
        localId: "2$",
        name: "Garaje",
        scope: "building",
        tower: "A",
        floor: "1",
        left: 12,
        top: 62,
        // Captured all night.
        cameras: [{ name: "Garaje", scene: "garage", motion: BY_NIGHT, framesPerSecond: 5 }],
      },
      {
        localId: "3",
        name: "Acceso torre B",
        scope: "tower",
        tower: "B",
        floor: "1",
        left: 50,
        top: 84,
        // Captured day and night: no more often and no larger than motion needs.
        cameras: [
          { name: "Hall torre B", scene: "hall", motion: AT_ALL_HOURS, framesPerSecond: 5, width: 640 },
        ],
      },
    ],
  },
  {
    name: ALMENDROS,
    address1: "Calle 10 # 32-115",
    city: "Medellín",
    state: "Antioquia",
    towers: [{ name: "Única", floors: [{ name: "1", apartments: ["101", "102"] }] }],
    doors: [
      {
        localId: "1",
        name: "Portería",
        scope: "building",
        tower: "Única",
        floor: "1",
        left: 50,
        top: 86,
        cameras: [{ name: "Portería", scene: "entrance" }],
      },
    ],
  },
];
