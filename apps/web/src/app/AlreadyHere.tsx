import { useMutation } from "@tanstack/react-query";
import { signOut } from "../features/auth/index.ts";
import { paths } from "../lib/paths.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import css from "./AlreadyHere.module.css";

/** For a visitor without a screen of their own: they are in, and this is what they can do. */
export function AlreadyHere({ name }: { name: string }) {
  const leave = useMutation({ mutationFn: leaveThisBrowser });
  return (
    <div className={css["here"]}>
      <h1>Hola, {name}</h1>
      <p>Ya iniciaste sesión.</p>
      <div className={css["actions"]}>
        <ButtonLink to={paths.visitCode} wide>
          Solicitar código de ingreso
        </ButtonLink>
        <ButtonLink to={paths.profile} look="quiet" wide>
          Ver mi perfil
        </ButtonLink>
        <Button look="quiet" wide loading={leave.isPending} onClick={() => leave.mutate()}>
          Salir
        </Button>
      </div>
    </div>
  );
}

/** Nothing here looks after this browser's pushes while somebody is signed in: they end with the session all the same. */
async function leaveThisBrowser(): Promise<void> {
  const pushes = await import("../features/notifications/at-work.ts").catch(() => null);
  const stop = pushes?.leaveWithSession();
  try {
    await signOut();
  } finally {
    stop?.();
  }
}
