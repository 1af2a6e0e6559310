import type { SimulatedCamera, SimulatedCameraOptions } from "./cameras/camera.ts";
import { type DoorCounts, type LeafPosition, SimulatedDoor } from "./door.ts";
import { SimulatedInput } from "./input.ts";
import { type ReaderLight, SimulatedReader } from "./reader.ts";
import { SimulatedSiren } from "./siren.ts";

/**
 * The siren, the doors, the readers, the inputs and the cameras of one building that is not there, by their ids. They
 * outlive a reconfiguration.
 */
export class SimulatedBuilding {
  readonly siren = new SimulatedSiren();
  readonly #doors = new Map<string, SimulatedDoor>();
  readonly #readers = new Map<string, SimulatedReader>();
  readonly #inputs = new Map<string, SimulatedInput>();
  readonly #cameras = new Map<string, { camera: SimulatedCamera; options: string }>();
  /** Somebody walked past a camera that nobody was looking through yet. */
  readonly #walksMissed = new Set<string>();
  #onRelayMoved: (doorId: string, counts: DoorCounts) => void = () => undefined;
  #onLeafMoved: (doorId: string, position: LeafPosition) => void = () => undefined;
  #onInputSet: (inputId: string, isOn: boolean) => void = () => undefined;
  #onReaderLit: (doorId: string, light: ReaderLight) => void = () => undefined;

  /** Told each time that any relay of the building moved. */
  whenRelayMoved(then: (doorId: string, counts: DoorCounts) => void): void {
    this.#onRelayMoved = then;
  }

  /** Told each time that the leaf of any door opened or closed. */
  whenLeafMoved(then: (doorId: string, position: LeafPosition) => void): void {
    this.#onLeafMoved = then;
  }

  /** Told each time that the light of any reader changes. */
  whenReaderLit(then: (doorId: string, light: ReaderLight) => void): void {
    this.#onReaderLit = then;
  }

  /** Told each time that any input of the building is pressed, let go or switched. */
  whenInputSet(then: (inputId: string, isOn: boolean) => void): void {
    this.#onInputSet = then;
  }

  /** The input of this id, there from the first time somebody asks for it. */
  input(id: string): SimulatedInput {
    const known = this.#inputs.get(id);
    if (known) {
      return known;
    }
    const input = new SimulatedInput();
    input.onSet((isOn) => this.#onInputSet(id, isOn));
    this.#inputs.set(id, input);
    return input;
  }

  /** The door of this id, there from the first time somebody asks for it. */
  door(id: string): SimulatedDoor {
    const known = this.#doors.get(id);
    if (known) {
      return known;
    }
    const door = new SimulatedDoor();
    door.onMoved((counts) => this.#onRelayMoved(id, counts));
    door.onLeafMoved((position) => this.#onLeafMoved(id, position));
    this.#doors.set(id, door);
    return door;
  }

  /** The reader of this door, there from the first time somebody asks for it. */
  reader(doorId: string): SimulatedReader {
    const known = this.#readers.get(doorId);
    if (known) {
      return known;
    }
    const reader = new SimulatedReader();
    reader.whenLit((light) => this.#onReaderLit(doorId, light));
    this.#readers.set(doorId, reader);
    return reader;
  }

  /** The camera of this id. The painter is loaded with the first one. */
  async openCamera(id: string, options: SimulatedCameraOptions): Promise<SimulatedCamera> {
    const { SimulatedCamera } = await import("./cameras/camera.ts");
    const wanted = JSON.stringify(options);
    const known = this.#cameras.get(id);
    if (known?.options === wanted) {
      return known.camera;
    }
    const camera = new SimulatedCamera(options);
    this.#cameras.set(id, { camera, options: wanted });
    if (this.#walksMissed.delete(id)) {
      camera.walkBy();
    }
    return camera;
  }

  /** Somebody walks past this camera. */
  walkBy(cameraId: string): void {
    const known = this.#cameras.get(cameraId);
    if (known) {
      known.camera.walkBy();
    } else {
      this.#walksMissed.add(cameraId);
    }
  }
}
