import { DemonstrationCommand } from "@umbral/contract/controllers/demonstration.contract";
import type { DemonstrationNews } from "@umbral/simulated-building/demonstration";
import type { Agent } from "./agent.ts";
import type { Log } from "./platform/log.ts";

/** The other side of the demonstration building: obeys the process that forked this controller. */
export class Demonstration {
  readonly #agent: Agent;
  readonly #log: Log;

  constructor(agent: Agent, log: Log) {
    this.#agent = agent;
    this.#log = log;
  }

  start(): void {
    this.#agent.simulated.whenRelayMoved((doorId, counts) =>
      tellParent({ kind: "relay-moved", doorId, ...counts }),
    );
    this.#agent.simulated.whenLeafMoved((doorId, position) =>
      tellParent({ kind: "leaf-moved", doorId, position }),
    );
    this.#agent.simulated.whenInputSet((inputId, isOn) => tellParent({ kind: "input-set", inputId, isOn }));
    this.#agent.simulated.whenReaderLit((doorId, light) => tellParent({ kind: "reader-lit", doorId, light }));
    this.#agent.simulated.siren.whenChanged((isSounding) => tellParent({ kind: "siren", isSounding }));
    process.on("message", (message: unknown) => {
      const parsed = DemonstrationCommand.safeParse(message);
      if (!parsed.success) {
        this.#log.warn("a demonstration command that cannot be read");
        return;
      }
      const { kind } = parsed.data;
      this.#obey(parsed.data)
        .then(() => tellParent({ kind: "done", command: kind }))
        .catch((error: unknown) => this.#log.error({ err: error, kind }, "a demonstration command failed"));
    });
  }

  async #obey(command: DemonstrationCommand): Promise<void> {
    const { simulated, link } = this.#agent;
    switch (command.kind) {
      case "press-exit-button":
        await this.#goOut(command.doorId);
        return;
      case "set-input":
        simulated.input(command.inputId).set(command.isOn);
        return;
      case "swipe-card":
        simulated.reader(command.doorId).swipe(command.tag);
        return;
      case "type-keys":
        simulated.reader(command.doorId).press(command.keys);
        return;
      case "walk-by":
        simulated.walkBy(command.cameraId);
        return;
      case "line":
        if (command.state === "cut") {
          link.cut();
        } else {
          link.mend();
        }
        return;
      case "force-door":
        simulated.door(command.doorId).force();
        return;
      case "hold-door":
        simulated.door(command.doorId).hold();
        await this.#goOut(command.doorId);
        return;
      case "let-door-go":
        simulated.door(command.doorId).letGo();
        return;
      case "jam-door":
        simulated.door(command.doorId).isJammed = command.jammed;
        return;
    }
  }

  /** By the door's button, where it has one that is simulated. */
  async #goOut(doorId: string): Promise<void> {
    const { doors, inputs, simulated } = this.#agent;
    const button = inputs.buttonOf(doorId, "simulated");
    if (button === undefined) {
      await doors.openFromInside(doorId);
      return;
    }
    simulated.input(button).press();
    await doors.settled();
  }
}

/** Says something to the process that forked this one, when there is one. */
export function tellParent(news: DemonstrationNews): void {
  if (process.connected) {
    process.send?.(news);
  }
}
