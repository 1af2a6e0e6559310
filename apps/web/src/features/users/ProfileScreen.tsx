import { IconBuilding, IconDoor, IconHourglass, IconLogout2, IconMail, IconPhone } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { signOut } from "../../features/auth/auth.api.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Note } from "../../ui/Note.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import css from "./ProfileScreen.module.css";
import { PENDING, PLATFORM_ROLE, roleNames } from "./users.strings.ts";

/** Who the person is here, and the way out. */
export function ProfileScreen() {
  const { user, spaces } = useSignedIn();
  const leave = useMutation({ mutationFn: signOut });
  const current = spaces[0];
  const isPlatform = user.userType !== "USER";
  const role = isPlatform ? PLATFORM_ROLE : current && roleNames[current.role.name];
  const isPending = !isPlatform && spaces.length === 0;

  return (
    <div className={css["profile"]}>
      <header className={css["head"]}>
        <Face src={user.photo} alt={`Foto de ${user.name}`} size={112} />
        <div>
          <h1>{user.name}</h1>
          {role === undefined ? null : <p className={css["role"]}>{role}</p>}
        </div>
      </header>

      {isPending ? (
        <Note title={PENDING} tone="attention" icon={<IconHourglass size={26} stroke={1.7} />}>
          <p>
            Cuando la administración del edificio la apruebe, aquí verás tu edificio y lo que puedes hacer en
            él.
          </p>
        </Note>
      ) : null}

      <dl className={css["facts"]}>
        {current === undefined ? null : (
          <>
            <Fact icon={<IconBuilding />} name="Edificio">
              {current.building.name}
              <span className={css["more"]}>
                {current.building.address1}, {current.building.city}
              </span>
            </Fact>
            {current.apartment === null ? null : (
              <Fact icon={<IconDoor />} name="Interior/Apartamento">
                {current.apartment.name}
              </Fact>
            )}
          </>
        )}
        <Fact icon={<IconPhone />} name="Celular">
          {user.phone}
        </Fact>
        <Fact icon={<IconMail />} name="Correo electrónico">
          {user.email}
        </Fact>
      </dl>

      <Button
        look="quiet"
        className={css["leave"]}
        icon={<IconLogout2 aria-hidden="true" size={20} />}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Cerrar sesión
      </Button>
    </div>
  );
}

function Fact({ icon, name, children }: { icon: ReactNode; name: string; children: ReactNode }) {
  return (
    <div className={css["fact"]}>
      <span className={css["icon"]} aria-hidden="true">
        {icon}
      </span>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
