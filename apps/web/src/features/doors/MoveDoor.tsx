import { useMutation } from "@tanstack/react-query";
import type { ControllerState } from "@umbral/contract/controllers/registering.contract";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { CheckField, SelectField } from "../../ui/fields.tsx";
import { notify } from "../../ui/notices.ts";
import { FieldGroup, Form } from "../../ui/Panel.tsx";
import { moveDevicesOf } from "./administering-doors.api.ts";

interface MoveDoorProps {
  buildingId: string;
  door: DoorSettings;
  controllers: readonly ControllerState[];
  onDone(): void;
}

/** Gives a door, with what hangs on it, to another controller: what that means is said before. */
export function MoveDoor({ buildingId, door, controllers, onDone }: MoveDoorProps) {
  const leave = useWhileHere(onDone);
  const old = controllers.find(({ id }) => id === door.controllerId);
  const others = controllers.filter(({ id }) => id !== door.controllerId);
  const isAway = old?.state === "away";
  const [first] = useState(others[0]?.id ?? "");
  const [to, setTo] = useState(first);
  const [cameraIds, setCameraIds] = useState(door.cameras.map(({ id }) => id));
  const [hasMain, setHasMain] = useState(false);
  const [isOff, setOff] = useState(false);
  const target = others.find(({ id }) => id === to);
  const moving = useMutation({
    mutationFn: () =>
      moveDevicesOf(buildingId, {
        controllerId: to,
        doorIds: [door.id],
        cameraIds,
        siren: hasMain,
        evenIfAway: isAway && isOff,
      }),
    onSuccess: async () => {
      await refreshEverything();
      notify(`${door.name} es ahora de ${target?.name ?? "otro controlador"}.`, "good");
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const submit = (event: { preventDefault(): void }) => {
    event.preventDefault();
    moving.mutate();
  };
  const cameras = door.cameras.filter(({ id }) => !target?.cameras.some((camera) => camera.id === id));
  return (
    <Form
      onSubmit={submit}
      isUnsaved={to !== first || cameraIds.length < door.cameras.length || hasMain || isOff}
    >
      <SelectField
        label="Controlador nuevo"
        value={to}
        onChange={setTo}
        options={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <p>
        {old ? `La puerta es ahora de ${old.name}. ` : "La puerta está ahora sin controlador. "}
        Se pasa con su relé, su lector y su sensor: sus cables tienen que estar en el controlador nuevo.
        Mientras se cambia, unos segundos, no abre desde aquí ni con tarjeta. Lo que pasó hasta ahora se
        conserva.
      </p>
      {target?.state === "connected" ? null : (
        <p role="status">
          El controlador nuevo no está conectado: la puerta no abre desde aquí hasta que lo esté.
        </p>
      )}
      <FieldGroup legend="Se pasan también">
        {cameras.length === 0 && !old?.isMain ? <p>Nada más: no tiene cámaras en ese controlador.</p> : null}
        {cameras.map(({ id, name }) => (
          <CheckField
            key={id}
            checked={cameraIds.includes(id)}
            onChange={(isChosen) =>
              setCameraIds(isChosen ? [...cameraIds, id] : cameraIds.filter((other) => other !== id))
            }
          >
            {name}
          </CheckField>
        ))}
        {old?.isMain ? (
          <CheckField checked={hasMain} onChange={setHasMain}>
            La sirena y las entradas de todo el edificio
          </CheckField>
        ) : null}
      </FieldGroup>
      {isAway ? (
        <CheckField checked={isOff} onChange={setOff}>
          {`${old.name} está sin conexión. Ya lo desconecté de la puerta o está apagado: mientras siga encendido y conectado a ella, puede abrirla por su cuenta.`}
        </CheckField>
      ) : null}
      <Button type="submit" wide loading={moving.isPending} disabled={to === "" || (isAway && !isOff)}>
        {target ? `Pasar a ${target.name}` : "Pasar"}
      </Button>
    </Form>
  );
}
