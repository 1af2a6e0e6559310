import type { RelayDriver } from "./door-devices.ts";

type HttpRelay = Extract<RelayDriver, { kind: "http" }>;

/** How a known device is told to open: what its maker documents, with `usuario:clave` and an address to be replaced. */
export interface RelayTemplate {
  id: string;
  label: string;
  relay: HttpRelay;
  /** What somebody does in the device itself. */
  hint: string;
}

const HOST = "10.0.0.20";
const LOGIN = `usuario:clave@${HOST}`;

/** Ready-made relays. docs/devices/http-relay.md says of each how it is wired and what was tried. */
export const relayTemplates: readonly RelayTemplate[] = [
  {
    id: "shelly-1",
    label: "Shelly (primera generación)",
    relay: {
      kind: "http",
      openAddress: `http://${LOGIN}/relay/0?turn=on&timer={seconds}`,
      closeAddress: null,
      okText: '"ison":true',
    },
    hint: "El Shelly suelta el relé por sí mismo. Sin contraseña en el equipo, borra usuario:clave@.",
  },
  {
    id: "shelly-2",
    label: "Shelly Plus, Pro o Gen 3 (segunda generación en adelante)",
    relay: {
      kind: "http",
      openAddress: `http://admin:clave@${HOST}/rpc/Switch.Set?id=0&on=true&toggle_after={seconds}`,
      closeAddress: null,
      okText: '"was_on"',
    },
    hint: "El Shelly suelta el relé por sí mismo. Su usuario es siempre admin.",
  },
  {
    id: "hikvision",
    label: "Hikvision (control de acceso o videoportero, ISAPI)",
    relay: {
      kind: "http",
      openAddress: `http://${LOGIN}/ISAPI/AccessControl/RemoteControl/door/1`,
      closeAddress: null,
      method: "PUT",
      body: "<RemoteControlDoor><cmd>open</cmd></RemoteControlDoor>",
      okText: "<statusCode>1</statusCode>",
    },
    hint: "Los segundos que abre se configuran en el equipo (duración de apertura de la puerta).",
  },
  {
    id: "dahua",
    label: "Dahua (control de acceso o videoportero)",
    relay: {
      kind: "http",
      openAddress: `http://${LOGIN}/cgi-bin/accessControl.cgi?action=openDoor&channel=1&UserID=101&Type=Remote`,
      closeAddress: null,
      okText: "OK",
    },
    hint: "Los segundos que abre se configuran en el equipo (duración del desbloqueo).",
  },
  {
    id: "akuvox",
    label: "Akuvox (videoportero)",
    relay: {
      kind: "http",
      openAddress: `http://${HOST}/fcgi/do?action=OpenDoor&UserName=usuario&Password=clave&DoorNum=1`,
      closeAddress: null,
    },
    hint: "En el equipo: Acceso › Relé › 'Open Relay via HTTP' encendido, con usuario, contraseña y segundos propios.",
  },
  {
    id: "network-relay",
    label: "Relé de red genérico (una dirección enciende, otra apaga)",
    relay: {
      kind: "http",
      openAddress: `http://${LOGIN}/relay/1/on`,
      closeAddress: `http://${LOGIN}/relay/1/off`,
    },
    hint: "Usa las direcciones del manual del equipo. Si puede soltar por sí mismo, deja vacía la que apaga.",
  },
];
