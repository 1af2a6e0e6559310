import { useMutation } from "@tanstack/react-query";
import { signOut } from "../features/auth/auth.api.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { paths } from "./paths.ts";
import css from "./plain-page.module.css";

/** For a visitor without a screen of their own: they are in, and this is what they can do. */
export function AlreadyHere({ name }: { name: string }) {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <div className={css["page"]}>
      <h1>Hola, {name}</h1>
      <p>Ya iniciaste sesión.</p>
      <div className={css["actions"]}>
        <ButtonLink to={paths.profile}>Ver mi perfil</ButtonLink>
        <Button look="quiet" loading={leave.isPending} onClick={() => leave.mutate()}>
          Salir
        </Button>
      </div>
    </div>
  );
}
