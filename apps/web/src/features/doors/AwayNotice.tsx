import { IconCloudOff } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { useNow } from "../../lib/useNow.ts";
import { Note } from "../../ui/Note.tsx";
import css from "./AwayNotice.module.css";
import { awayOf } from "./door-state.ts";
import { awaySentence } from "./doors.strings.ts";

interface AwayNoticeProps {
  doors: readonly Pick<Door, "line" | "awaySince">[];
  timeZone: string | undefined;
}

/** Says once, for all doors and cameras of a building, that it is away and since when. */
export function AwayNotice({ doors, timeZone }: AwayNoticeProps) {
  const now = useNow(60_000);
  const away = awayOf(doors);
  return (
    <div role="status" className={css["away"]}>
      {away === null ? null : (
        <Note tone="attention" icon={<IconCloudOff size={24} />} title={awaySentence(away, now, timeZone)}>
          <p>Las puertas no abren desde la app hasta que vuelva. Las tarjetas siguen funcionando.</p>
        </Note>
      )}
    </div>
  );
}
