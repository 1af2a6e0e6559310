import type { TestedDevice } from "@umbral/contract/notifications/bell-test.contract";

/** What people call the thing that they hold. */
export function deviceWord(userAgent: string): "celular" | "computador" | "dispositivo" {
  if (/iPad|Android(?!.*Mobile)/.test(userAgent)) {
    return "dispositivo";
  }
  return /iPhone|Android|Mobile/.test(userAgent) ? "celular" : "computador";
}

/** Why one would want pushes, and that they are there. */
export function offerOf(device: string, isCalled: boolean) {
  return isCalled
    ? {
        title: `Recibe las llamadas de portería en este ${device}`,
        why: "Cuando te llamen suena aunque Umbral esté cerrado. El navegador te va a pedir permiso para mostrar notificaciones.",
        done: `Este ${device} recibe las llamadas`,
      }
    : {
        title: `Recibe los avisos de Umbral en este ${device}`,
        why: "Te llegan aunque Umbral esté cerrado. El navegador te va a pedir permiso para mostrar notificaciones.",
        done: `Este ${device} recibe los avisos de Umbral`,
      };
}

/** How a permission that was refused is given back in this browser. */
export function howToAllowNotifications(userAgent: string): string {
  if (/iPhone|iPad/.test(userAgent)) {
    return "Abre Ajustes › Notificaciones › Umbral y activa Permitir notificaciones. Después vuelve aquí.";
  }
  if (/Android/.test(userAgent)) {
    return "Toca el ícono a la izquierda de la dirección, luego Permisos › Notificaciones, y elige Permitir. Si instalaste Umbral, mantén presionado su ícono, toca Información de la app › Notificaciones y actívalas.";
  }
  if (/Firefox/.test(userAgent)) {
    return "Haz clic en el candado junto a la dirección y quita el bloqueo de Enviar notificaciones. Después recarga la página.";
  }
  if (/Safari/.test(userAgent) && !/Chrom/.test(userAgent)) {
    return "Abre Safari › Configuración › Sitios web › Notificaciones y elige Permitir para Umbral.";
  }
  return "Haz clic en el ícono a la izquierda de la dirección y permite Notificaciones. Después recarga la página.";
}

export interface DeviceOutcome {
  text: string;
  tone: "good" | "waiting" | "missing";
}

/** What became of a test on one device. It arrived only when the device itself said so. */
export function outcomeOf(device: TestedDevice, isOver: boolean): DeviceOutcome {
  if (device.push === "arrived") {
    return {
      text: device.isHeard ? "Llegó la notificación y sonó la app" : "Llegó la notificación",
      tone: "good",
    };
  }
  if (device.push === "not-sent") {
    const text = "No se le pudo enviar la notificación";
    return { text: device.isHeard ? `Sonó la app abierta. ${text}` : text, tone: "missing" };
  }
  if (device.push === "none") {
    return { text: "Sonó la app abierta. Cerrada no suena: no recibe notificaciones", tone: "waiting" };
  }
  if (isOver) {
    return device.isHeard
      ? { text: "Sonó la app abierta. La notificación no llegó", tone: "missing" }
      : { text: "Sin respuesta", tone: "missing" };
  }
  return device.isHeard
    ? { text: "Sonó la app abierta. Esperando la notificación…", tone: "waiting" }
    : { text: "Esperando…", tone: "waiting" };
}
