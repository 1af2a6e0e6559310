/** What a building's bridge publishes and hears. Names in topics are ids: a door's new name is the same topic. */
export interface Topics {
  /** `online`, or `offline` as soon as the bridge or its line to Umbral is gone. */
  bridge: string;
  door: (id: string) => { line: string; state: string; events: string; open: string; result: string };
  camera: (id: string) => { picture: string };
  alarm: string;
  ring: string;
  lastRing: string;
  /** Every event as it was told, for programs that want all of it. */
  event: (kind: string) => string;
  /** The doors whose commands are heard: all of them in one subscription. */
  anyOpen: string;
  /** What Home Assistant shall show of this building: one retained message each. */
  discovery: (component: string, thing: string) => string;
  anyDiscovery: string;
  /** Home Assistant says there that it has begun again. */
  birth: string;
}

/**
 * @param buildingId whose topics
 * @param prefix what all of them begin with
 * @param discovery where Home Assistant looks
 */
export function topicsOf(buildingId: string, prefix: string, discovery: string): Topics {
  const base = `${prefix}/${buildingId}`;
  const node = nodeOf(buildingId);
  const doors = `${base}/doors`;
  return {
    bridge: `${base}/bridge`,
    door: (id) => ({
      line: `${doors}/${id}/line`,
      state: `${doors}/${id}/state`,
      events: `${doors}/${id}/events`,
      open: `${doors}/${id}/open`,
      result: `${doors}/${id}/result`,
    }),
    camera: (id) => ({ picture: `${base}/cameras/${id}/picture` }),
    alarm: `${base}/alarm`,
    ring: `${base}/ring`,
    lastRing: `${base}/last-ring`,
    event: (kind) => `${base}/events/${kind}`,
    anyOpen: `${doors}/+/open`,
    discovery: (component, thing) => `${discovery}/${component}/${node}/${thing}/config`,
    anyDiscovery: `${discovery}/+/${node}/+/config`,
    birth: `${discovery}/status`,
  };
}

/** How Home Assistant calls the building: it takes letters, digits, _ and - alone. */
export const nodeOf = (buildingId: string): string => `umbral_${buildingId}`;

/**
 * @param topic that a command came by
 * @returns the door that it is for, or undefined for any other topic
 */
export function doorOfCommand(topics: Topics, topic: string): string | undefined {
  const [before = "", after = ""] = topics.anyOpen.split("+");
  const isCommand = topic.startsWith(before) && topic.endsWith(after);
  const id = topic.slice(before.length, topic.length - after.length);
  return isCommand && id !== "" && !id.includes("/") ? id : undefined;
}
