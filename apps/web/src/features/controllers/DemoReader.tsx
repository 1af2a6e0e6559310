import { IconNfc, IconPassword } from "@tabler/icons-react";
import type { DemonstrationBuilding } from "@umbral/contract/controllers/demonstration.contract";
import { useState } from "react";
import { Button, joined } from "../../ui/Button.tsx";
import { CellText } from "../../ui/CellFields.tsx";
import css from "./DemoReader.module.css";
import type { Act } from "./demonstration.api.ts";

/** A card that nobody has yet: what one needs to try how one is registered. */
const NEW_CARD = "04F00BA7C0DE80";

/** What the reader itself says of a card. */
const LIGHTS = { green: "verde", red: "rojo", off: "apagado" } as const;

/** The reader beside a door, the card in one's hand, and the keys that are typed. */
export function DemoReader({ door, act }: InHand) {
  return (
    <div className={css["readerAndKeys"]}>
      <Card door={door} act={act} />
      {door.hasKeypad ? <Keypad door={door} act={act} /> : null}
      <p className={joined(css["light"], css[door.light])} aria-live="polite">
        Lector: {LIGHTS[door.light]}
      </p>
    </div>
  );
}

interface InHand {
  door: DemonstrationBuilding["doors"][number];
  act: Act;
}

/** A PIN is typed at the reader's keys, and # ends it. */
function Keypad({ door, act }: InHand) {
  const [digits, setDigits] = useState("");
  return (
    <form
      className={css["reader"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (/^\d{1,12}$/.test(digits)) {
          setDigits("");
          void act(
            { kind: "type-keys", doorId: door.id, keys: `${digits}#` },
            `Escribiste un PIN en el teclado de ${door.name}.`,
          );
        }
      }}
    >
      <CellText
        label={`PIN para ${door.name}`}
        value={digits}
        maxLength={12}
        inputMode="numeric"
        spellCheck={false}
        onChange={setDigits}
      />
      <Button
        type="submit"
        look="quiet"
        icon={<IconPassword aria-hidden="true" size={20} />}
        aria-label={`Escribir PIN en ${door.name}`}
      >
        Escribir PIN
      </Button>
    </form>
  );
}

function Card({ door, act }: InHand) {
  const [tag, setTag] = useState(NEW_CARD);
  return (
    <form
      className={css["reader"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (tag.trim() !== "") {
          void act(
            { kind: "swipe-card", doorId: door.id, tag: tag.trim() },
            `Acercaste la tarjeta al lector de ${door.name}.`,
          );
        }
      }}
    >
      <CellText
        label={`Tarjeta para ${door.name}`}
        value={tag}
        maxLength={64}
        spellCheck={false}
        autoCapitalize="characters"
        onChange={setTag}
      />
      <Button
        type="submit"
        look="quiet"
        icon={<IconNfc aria-hidden="true" size={20} />}
        aria-label={`Pasar tarjeta en ${door.name}`}
      >
        Pasar tarjeta
      </Button>
    </form>
  );
}
