import { IconBuilding, IconDoor, IconMail, IconPhone } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { ChangeEmail } from "./ChangeEmail.tsx";
import { ChangePhone } from "./ChangePhone.tsx";
import css from "./ProfileFacts.module.css";
import { usePendingEmail } from "./profile.api.ts";

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
      <Fact
        icon={<IconPhone />}
        name="Celular"
        change={{ title: "Cambiar celular", form: (done) => <ChangePhone onDone={done} /> }}
      >
        {user.phone || <span className={css["none"]}>Sin celular</span>}
      </Fact>
      <Fact
        icon={<IconMail />}
        name="Correo"
        change={{ title: "Cambiar correo", form: (done) => <ChangeEmail onDone={done} /> }}
      >
        {user.email || <span className={css["none"]}>Sin correo</span>}
        <WaitingEmail />
      </Fact>
    </dl>
  );
}

/** The new address, until its mail was answered. Nothing when none waits, or nobody can tell. */
function WaitingEmail() {
  const pending = usePendingEmail().data?.pending ?? null;
  return pending === null ? null : (
    <span className={css["more"]}>Falta confirmar {pending.email}: abre el enlace que le enviamos.</span>
  );
}

interface FactProps {
  icon: ReactNode;
  name: string;
  /** What changes it, in a dialog. */
  change?: { title: string; form(done: () => void): ReactNode };
  children: ReactNode;
}

function Fact({ icon, name, change, children }: FactProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={css["fact"]}>
      <span className={css["icon"]} aria-hidden="true">
        {icon}
      </span>
      <dt>{name}</dt>
      <dd>{children}</dd>
      {change === undefined ? null : (
        <dd className={css["change"]}>
          <Button look="plain" aria-label={change.title} onClick={() => setOpen(true)}>
            Cambiar
          </Button>
          <Modal isOpen={isOpen} title={change.title} onClose={() => setOpen(false)} narrow>
            {change.form(() => setOpen(false))}
          </Modal>
        </dd>
      )}
    </div>
  );
}
