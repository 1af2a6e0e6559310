import {
  type CardReader,
  canHold,
  type DoorContact,
  type RelayDriver,
  SECONDS,
} from "@umbral/contract/doors/door-devices";
import { canClose } from "@umbral/contract/doors/doors.contract";
import type { ConfiguredInput } from "@umbral/contract/inputs/input-devices";
import type { SimulatedBuilding } from "@umbral/simulated-building/building";
import { GpioSiren } from "./features/alarms/drivers/gpio-siren.ts";
import { HttpSiren } from "./features/alarms/drivers/http-siren.ts";
import { SimulatedSirenDriver } from "./features/alarms/drivers/simulated-siren.ts";
import type { SirenDriver } from "./features/alarms/siren-driver.ts";
import type { BoardInUse } from "./features/boards/boards.feature.ts";
import type { CameraDriver } from "./features/cameras/camera-driver.ts";
import type { CameraConfiguration } from "./features/cameras/cameras.feature.ts";
import { MjpegCameraDriver } from "./features/cameras/drivers/mjpeg-camera.ts";
import { RtspCameraDriver } from "./features/cameras/drivers/rtsp-camera.ts";
import { RtspVideoDriver } from "./features/cameras/drivers/rtsp-video.ts";
import { SimulatedCameraDriver } from "./features/cameras/drivers/simulated-camera.ts";
import { SnapshotCameraDriver } from "./features/cameras/drivers/snapshot-camera.ts";
import type { VideoDriver } from "./features/cameras/video/video-driver.ts";
import { KeyboardWedgeReader } from "./features/cards/drivers/keyboard-wedge-reader.ts";
import { OsdpReader } from "./features/cards/drivers/osdp-reader.ts";
import { SimulatedReaderDriver } from "./features/cards/drivers/simulated-reader.ts";
import { UhppoteReader } from "./features/cards/drivers/uhppote-reader.ts";
import { WiegandSerialReader } from "./features/cards/drivers/wiegand-serial-reader.ts";
import { OsdpLines } from "./features/cards/osdp/line.ts";
import type { ReaderDriver } from "./features/cards/reader-driver.ts";
import type { ReaderKeys } from "./features/cards/reader-keys.ts";
import { openStream } from "./features/cards/serial/byte-stream.ts";
import type { ContactDriver } from "./features/doors/contact-driver.ts";
import type { DoorDriver } from "./features/doors/door-driver.ts";
import type { DoorConfiguration } from "./features/doors/doors.feature.ts";
import { GpioContact } from "./features/doors/drivers/gpio-contact.ts";
import { GpioDoor } from "./features/doors/drivers/gpio-door.ts";
import { HttpContact } from "./features/doors/drivers/http-contact.ts";
import { HttpDoor } from "./features/doors/drivers/http-door.ts";
import { SimulatedContact } from "./features/doors/drivers/simulated-contact.ts";
import { SimulatedDoorDriver } from "./features/doors/drivers/simulated-door.ts";
import { UhppoteContact } from "./features/doors/drivers/uhppote-contact.ts";
import { UhppoteDoor } from "./features/doors/drivers/uhppote-door.ts";
import { GpioInput } from "./features/inputs/drivers/gpio-input.ts";
import { HttpInput } from "./features/inputs/drivers/http-input.ts";
import { SimulatedInputDriver } from "./features/inputs/drivers/simulated-input.ts";
import type { InputDriver } from "./features/inputs/input-driver.ts";
import type { Clock } from "./platform/clock.ts";
import { DigestMemory } from "./platform/device-request.ts";
import { GpioPrograms } from "./platform/gpio/programs.ts";
import { askRelay } from "./platform/http-relay.ts";
import type { Log } from "./platform/log.ts";

/** The board at a place of the network, each once. */
type BoardAt = (place: { host: string; serial: number }) => BoardInUse;

/** Makes the driver for each device that a configuration names. */
export class Devices {
  readonly #simulated: SimulatedBuilding;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #readerKeys: ReaderKeys;
  readonly #lines: OsdpLines;
  readonly #board: BoardAt;
  readonly #gpio = new GpioPrograms();

  constructor(simulated: SimulatedBuilding, readerKeys: ReaderKeys, board: BoardAt, clock: Clock, log: Log) {
    this.#board = board;
    this.#simulated = simulated;
    this.#clock = clock;
    this.#log = log;
    this.#readerKeys = readerKeys;
    this.#lines = new OsdpLines(openStream, clock);
  }

  door({ id, relay, localId, lockType, pulseMs }: DoorConfiguration): DoorDriver {
    if (relay.kind === "http") {
      const { closeAddress } = relay;
      const open = withSeconds(relay.openAddress, pulseMs);
      const digests = new DigestMemory();
      // The second address closes a door that can be closed, and else ends the pulse of a device that does not.
      const addresses = canClose(localId)
        ? { open, close: closeAddress, letGo: null }
        : { open, close: null, letGo: closeAddress };
      return new HttpDoor({
        addresses,
        canHold: canHold(relay, canClose(localId)),
        clock: this.#clock,
        log: this.#log.child({ doorId: id }),
        ask: (address, sending) => askRelay(address, sending, relay, digests),
      });
    }
    if (relay.kind === "uhppote") {
      return new UhppoteDoor(this.#board(relay).board, relay.door);
    }
    if (relay.kind === "gpio") {
      return new GpioDoor({
        line: relay,
        programs: this.#gpio,
        clock: this.#clock,
        log: this.#log.child({ doorId: id }),
      });
    }
    return new SimulatedDoorDriver({
      door: this.#simulated.door(id),
      localId,
      lockType,
      clock: this.#clock,
      log: this.#log.child({ doorId: id }),
    });
  }

  contact(doorId: string, contact: DoorContact): ContactDriver {
    const parts = { clock: this.#clock, log: this.#log.child({ doorId }) };
    switch (contact.kind) {
      case "http":
        return new HttpContact(contact, parts);
      case "gpio":
        return new GpioContact(contact, { ...parts, programs: this.#gpio });
      case "uhppote":
        return new UhppoteContact(this.#board(contact).board, contact.door);
      case "simulated":
        return new SimulatedContact(this.#simulated.door(doorId));
    }
  }

  input({ id, driver, rest }: ConfiguredInput): InputDriver {
    const parts = { clock: this.#clock, log: this.#log.child({ inputId: id }) };
    switch (driver.kind) {
      case "http":
        return new HttpInput(driver, parts);
      case "gpio":
        return new GpioInput(driver, { ...parts, programs: this.#gpio });
      case "simulated":
        return new SimulatedInputDriver(this.#simulated.input(id), rest);
    }
  }

  siren(relay: RelayDriver): SirenDriver {
    switch (relay.kind) {
      case "http":
        return new HttpSiren(relay);
      case "gpio":
        return new GpioSiren({ line: relay, programs: this.#gpio, clock: this.#clock, log: this.#log });
      case "uhppote":
        throw new Error("a board of doors moves no siren");
      case "simulated":
        return new SimulatedSirenDriver(this.#simulated.siren);
    }
  }

  reader(doorId: string, reader: CardReader): ReaderDriver {
    switch (reader.kind) {
      case "keyboard-wedge":
        return new KeyboardWedgeReader(reader.device);
      case "osdp":
        return new OsdpReader({
          line: reader.line,
          baud: reader.baud,
          address: reader.address,
          key: reader.pairing === null ? null : this.#readerKeys.of(reader.pairing),
          lines: this.#lines,
          log: this.#log.child({ doorId }),
        });
      case "wiegand-serial":
        return new WiegandSerialReader({
          line: reader.line,
          baud: reader.baud,
          form: reader.lines,
          hasKeypad: reader.hasKeypad === true,
          open: openStream,
          clock: this.#clock,
          log: this.#log.child({ doorId }),
        });
      case "uhppote":
        return new UhppoteReader(this.#board(reader), reader.door);
      case "simulated":
        return new SimulatedReaderDriver(this.#simulated.reader(doorId));
    }
  }

  /** What passes a camera's video on; undefined for one that gives pictures. */
  video({ source }: CameraConfiguration): VideoDriver | undefined {
    return source.kind === "rtsp" ? new RtspVideoDriver(source.address) : undefined;
  }

  camera(camera: CameraConfiguration, timeZone: string): CameraDriver {
    const { id, name, width, framesPerSecond, source, motion } = camera;
    switch (source.kind) {
      case "rtsp":
        return new RtspCameraDriver({ address: source.address, width, framesPerSecond });
      case "mjpeg":
        return new MjpegCameraDriver(source.address);
      case "snapshot":
        return new SnapshotCameraDriver({
          address: source.address,
          everyMs: source.everyMs,
          clock: this.#clock,
        });
      case "simulated":
        return new SimulatedCameraDriver({
          openCamera: () =>
            this.#simulated.openCamera(id, {
              scene: source.scene,
              name,
              timeZone,
              width,
              // Where motion is looked for, nobody passes by himself: each time would be an intrusion.
              ...(motion ? { walksEveryMs: null } : {}),
            }),
          framesPerSecond,
          clock: this.#clock,
        });
    }
  }
}

/** An address for a device that times its pulse itself. */
const withSeconds = (address: string, pulseMs: number): string =>
  address.replaceAll(SECONDS, String(pulseMs / 1000));
