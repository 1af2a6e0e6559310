import type { Administrator } from "@umbral/contract/auth/administrators.contract";
import { sentenceFor } from "../../lib/sentences.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { ExportChosen } from "../../ui/table/ExportChosen.tsx";
import { SuspendMany } from "../../ui/table/SuspendMany.tsx";
import {
  deactivateOne,
  downloadAdministrators,
  readAdministratorsAgain,
  takeDeactivationBack,
} from "./administrators.api.ts";

interface AdministratorActsProps {
  /** Those who are chosen. */
  administrators: readonly Administrator[];
  /** Chooses none of them any more. */
  leave(): void;
}

/** What can be done with several at once: kept as a file, and shut out, which can be taken back. Nobody shuts themselves out. */
export function AdministratorActs({ administrators, leave }: AdministratorActsProps) {
  const { user } = useSignedIn();
  const mayBeShutOut = ({ id, active }: Administrator) => active && id !== user.id;
  return (
    <>
      <ExportChosen rows={administrators} fetch={downloadAdministrators} />
      <SuspendMany
        rows={administrators}
        isActive={mayBeShutOut}
        suspend={async ({ id, hasPassword }) => {
          const { wasActive } = await deactivateOne(id);
          // A link that an invitation sent cannot be given back.
          return wasActive ? { takeBack: hasPassword ? () => takeDeactivationBack(id) : null } : null;
        }}
        refresh={readAdministratorsAgain}
        countWords={administratorsWords}
        nameOf={({ name }) => name}
        sentenceOf={sentenceFor}
        question={{
          title: `¿Desactivar a ${administratorsWords(administrators.filter(mayBeShutOut).length)}?`,
          text: "Se cierran sus sesiones y no podrán iniciar sesión hasta que alguien active sus cuentas de nuevo.",
          takesAway: true,
        }}
        suspended="sin acceso"
        onDone={leave}
      />
    </>
  );
}

const administratorsWords = (count: number): string =>
  count === 1 ? "1 administrador" : `${count} administradores`;
