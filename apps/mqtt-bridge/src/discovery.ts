import type { OutsideDoor } from "@umbral/contract/integrations/outside.contract";
import type { TokenRight } from "@umbral/contract/lib/token-rights";
import { nodeOf, type Topics } from "./topics.ts";

/** What a token lets the bridge see of its building. */
export interface Building {
  id: string;
  name: string;
  rights: readonly TokenRight[];
  doors: readonly OutsideDoor[];
  cameras: readonly { id: string; name: string }[];
}

type Config = Record<string, unknown>;

/**
 * What Home Assistant shall show: one retained message for each thing, by its topic. A button stands only where the token may open:
 * what is not offered is not asked for, and the server refuses it anyway.
 * @param building as it is now
 * @param topics its topics
 * @returns the messages, as objects
 */
export function discoveryOf(building: Building, topics: Topics): Map<string, Config> {
  const { id, name, rights, doors, cameras } = building;
  const node = nodeOf(id);
  const configs = new Map<string, Config>();
  const offer = (component: string, thing: string, config: Config, line?: string) => {
    const bridge = { topic: topics.bridge };
    configs.set(topics.discovery(component, thing), {
      ...config,
      unique_id: `${node}_${thing}`,
      default_entity_id: `${component}.${node}_${thing}`.replaceAll("-", "_"),
      device: { identifiers: [node], name, manufacturer: "Umbral", model: "Edificio" },
      origin: { name: "Umbral" },
      availability: line === undefined ? [bridge] : [bridge, { topic: line }],
      availability_mode: "all",
      qos: 1,
    });
  };

  for (const door of doors) {
    const { line, state, events, open } = topics.door(door.id);
    if (door.mayOpen) {
      // A button and no lock: a door is let go for a moment, and nobody can lock it from here.
      offer(
        "button",
        `${door.id}_open`,
        {
          name: `Abrir ${door.name}`,
          command_topic: open,
          payload_press: OPEN,
          // With the moment of the press: one that arrives late opens nothing.
          command_template: '{"action":"{{ value }}","at":"{{ utcnow().isoformat() }}"}',
          retain: false,
          icon: "mdi:door-open",
        },
        line,
      );
    }
    if (door.leaf !== undefined) {
      offer(
        "binary_sensor",
        `${door.id}_leaf`,
        {
          name: door.name,
          device_class: "door",
          state_topic: state,
          value_template: "{{ 'OFF' if value_json.leaf == 'closed' else 'ON' if value_json.leaf else None }}",
          json_attributes_topic: state,
        },
        line,
      );
    }
    offer(
      "binary_sensor",
      `${door.id}_trouble`,
      {
        name: `${door.name}: novedad`,
        device_class: "problem",
        entity_category: "diagnostic",
        state_topic: state,
        value_template: "{{ 'ON' if value_json.trouble else 'OFF' }}",
        json_attributes_topic: state,
      },
      line,
    );
    if (rights.includes("events:read")) {
      offer("event", `${door.id}_events`, {
        name: `${door.name}: accesos`,
        event_types: ["opened", "refused", "arrived", "forced", "held"],
        state_topic: events,
        icon: "mdi:door",
      });
    }
  }
  if (rights.includes("events:read")) {
    offer("event", "ring", {
      name: "Timbre",
      device_class: "doorbell",
      event_types: ["ring"],
      state_topic: topics.ring,
    });
    offer("sensor", "last_ring", {
      name: "Último timbre",
      device_class: "timestamp",
      state_topic: topics.lastRing,
    });
    offer("binary_sensor", "alarm", {
      name: "Alarma",
      device_class: "safety",
      state_topic: topics.alarm,
      value_template: "{{ value_json.state }}",
      json_attributes_topic: topics.alarm,
    });
  }
  for (const camera of cameras) {
    const { picture } = topics.camera(camera.id);
    offer("camera", `${camera.id}_picture`, { name: camera.name, topic: picture });
  }
  return configs;
}

/** The one word that opens: anything else is no command. */
export const OPEN = "OPEN";
