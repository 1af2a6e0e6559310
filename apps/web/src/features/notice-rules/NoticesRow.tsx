import { IconBell } from "@tabler/icons-react";
import { paths } from "../../lib/paths.ts";
import { useMay } from "../../lib/useMay.ts";
import { WaitingRow } from "../../ui/WaitingRow.tsx";

/** The way to what somebody is told of their home. Nothing where they have none. */
export function NoticesRow() {
  return useMay("notices.choose") ? (
    <WaitingRow to={paths.notices} icon={<IconBell size={22} />}>
      Avísame si…
    </WaitingRow>
  ) : null;
}
