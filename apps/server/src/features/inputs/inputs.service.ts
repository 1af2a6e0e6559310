import type { InputDriver, InputKind } from "@umbral/contract/inputs/input-devices";
import type { InputChange, InputFields, InputSettings } from "@umbral/contract/inputs/inputs.contract";
import { withoutSecrets, withSecretsOf } from "../../platform/address-secrets.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { Kept } from "../../platform/kept-address.ts";
import { closeDevice, openDevice } from "../../platform/kept-devices.ts";
import { Refused } from "../../platform/refused.ts";
import { Devices } from "../controllers/device-changes.ts";
import { rememberFormerInput } from "../controllers/former-devices.ts";
import { refuseTakenWires } from "../controllers/taken-wires.ts";
import {
  findInputs,
  hasDoor,
  type InputRow,
  insertInput,
  type LockedInput,
  lockInput,
  removeInput,
  updateInput,
} from "./inputs.queries.ts";

/** The inputs of a building as its administration sees them. */
export async function listInputsOf(
  services: Services,
  buildingId: string,
): Promise<{ inputs: InputSettings[] }> {
  const rows = await findInputs(services.db, { buildingId });
  return { inputs: rows.map((row) => asSettings(services, row)) };
}

/** What an input told stays in the building's events, under its name, when it is removed. */
export const inputs = new Devices<LockedInput, InputSettings, InputFields, InputChange>({
  room: "inputs",
  unknown: "INPUT_NOT_FOUND",
  lock: lockInput,
  async read(services, db, id) {
    const [row] = await findInputs(db, { id });
    return row && asSettings(services, row);
  },
  async insert(services, trx, input, fields) {
    await checkDoor(trx, input.buildingId, fields);
    const driver = close(services, input.id, fields.driver, null);
    await insertInput(trx, { ...fields, ...input, driver });
    await refuseTakenWires(trx, input.buildingId, { changed: input.id });
  },
  async update(services, trx, input, { driver, ...plain }) {
    const { id, buildingId, kind, doorId } = input;
    await checkDoor(trx, buildingId, { kind, doorId, ...plain });
    const kept = driver && open(services, input);
    if (plain.doorId !== undefined) {
      await rememberFormerInput(trx, {
        inputId: id,
        from: doorId ?? buildingId,
        to: plain.doorId ?? buildingId,
        at: services.clock.now(),
      });
    }
    await updateInput(trx, id, {
      ...plain,
      ...(driver === undefined ? {} : { driver: close(services, id, driver, kept ?? null) }),
    });
    await refuseTakenWires(trx, buildingId, { changed: id });
  },
  remove: removeInput,
});

async function checkDoor(
  trx: Trx,
  buildingId: string,
  { kind, doorId }: { kind?: InputKind | undefined; doorId?: string | null | undefined },
): Promise<void> {
  if (doorId == null) {
    if (kind === "exit-button") {
      throw new Refused("INPUT_NEEDS_DOOR", {
        errors: [{ property: "doorId", message: "should not be null" }],
      });
    }
  } else if (!(await hasDoor(trx, buildingId, doorId))) {
    throw new Refused("DOOR_NOT_FOUND");
  }
}

const open = (services: Services, { id, driver }: { id: string; driver: Kept<InputDriver> }): InputDriver =>
  openDevice<InputDriver>(services, { column: "inputs.driver", id }, driver);

/** @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine */
const close = ({ secrets }: Services, id: string, given: InputDriver, kept: InputDriver | null): string =>
  closeDevice(secrets, { column: "inputs.driver", id }, withSecretsOf(given, kept));

const asSettings = (services: Services, row: InputRow): InputSettings => ({
  id: row.id,
  name: row.name,
  kind: row.kind,
  door: row.doorId === null ? null : { id: row.doorId, name: row.doorName ?? "" },
  driver: withoutSecrets(open(services, row)),
  rest: row.rest,
  debounceMs: row.debounceMs,
});
