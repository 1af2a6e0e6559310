import { IconBuilding, IconDoor, IconMail, IconPhone } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useSignedIn } from "../../lib/useSession.ts";
import css from "./ProfileFacts.module.css";

/** Where the person is here, and how they are reached. */
export function ProfileFacts() {
  const { user, spaces } = useSignedIn();
  const current = spaces[0];
  return (
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
