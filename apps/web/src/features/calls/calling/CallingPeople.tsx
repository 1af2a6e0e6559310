import { IconBell, IconDeviceMobile, IconMessage, IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { maySendBy, useMessageWays } from "../../../lib/useMessageWays.ts";
import { joined } from "../../../ui/Button.tsx";
import { Face } from "../../../ui/StorageImage.tsx";
import css from "./CallingDialog.module.css";
import { progressWords, wayWords } from "./calling.strings.ts";
import type { LobbyCallView, PersonCall, RungWay } from "./lobby-call-view.ts";

const icons: Record<RungWay, ReactNode> = {
  device: <IconDeviceMobile size={18} stroke={1.7} />,
  push: <IconBell size={18} stroke={1.7} />,
  voice: <IconPhone size={18} stroke={1.7} />,
  sms: <IconMessage size={18} stroke={1.7} />,
};

const toDevices: readonly RungWay[] = ["device", "push"];
const toTelephones: readonly RungWay[] = ["voice", "sms"];

/** Everybody who is rung, and how it goes with each. What happens is said aloud as it happens. */
export function CallingPeople({ people, isToLobby }: Pick<LobbyCallView, "people" | "isToLobby">) {
  // Nobody telephones the lobby: who is there is at its devices. Calls and text messages leave by one provider.
  const isTelephoned = maySendBy(useMessageWays(), "sms") && !isToLobby;
  const ways = isTelephoned ? [...toDevices, ...toTelephones] : toDevices;
  return (
    <ul className={css["people"]} aria-label="A quién llamas" aria-live="polite">
      {people.length === 0 ? (
        <li className={css["person"]}>
          <Face src={null} alt="" />
          <strong>Buscando a quien llamar…</strong>
        </li>
      ) : null}
      {people.map((person, index) => (
        <Person
          key={person.personId}
          person={person}
          // Visitors are not told who lives there.
          name={person.name ?? `Residente ${index + 1}`}
          ways={ways}
        />
      ))}
    </ul>
  );
}

interface PersonProps {
  person: PersonCall;
  name: string;
  ways: readonly RungWay[];
}

function Person({ person, name, ways }: PersonProps) {
  const { progress, rejectMessage, reached } = person;
  return (
    <li className={css["person"]}>
      <Face src={null} alt="" />
      <div className={css["words"]}>
        <strong>{name}</strong>
        <span className={joined(css["progress"], css[progress])}>{wordsOf(person)}</span>
        {rejectMessage === null ? null : <q className={css["said"]}>{rejectMessage}</q>}
      </div>
      <ul className={css["ways"]} aria-label={`Avisos a ${name}`}>
        {ways.map((way) => (
          <Way key={way} way={way} isDone={reached.includes(way)} />
        ))}
      </ul>
    </li>
  );
}

/** Drawn from the start, so that nothing moves when it happens; said only once it has. */
function Way({ way, isDone }: { way: RungWay; isDone: boolean }) {
  const { label, done } = wayWords[way];
  return (
    <li className={css["way"]} data-done={isDone || undefined} aria-hidden={!isDone}>
      <span className={css["wayIcon"]} aria-hidden="true">
        {icons[way]}
      </span>
      <span aria-hidden="true">{label}</span>
      {isDone ? <span className="um-hidden">{done}</span> : null}
    </li>
  );
}

/** The furthest that it went, while nobody has answered. */
function wordsOf({ progress, reached }: PersonCall): string {
  const isWaiting = progress === "notifying" || progress === "ringing" || progress === "no-devices";
  const [last] = reached.slice(-1);
  return isWaiting && last !== undefined ? wayWords[last].done : progressWords[progress];
}
