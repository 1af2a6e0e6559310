import { IconLogout2 } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { useSignedIn } from "../../lib/useSession.ts";
import { Button } from "../../ui/Button.tsx";
import { Face } from "../../ui/StorageImage.tsx";
import { type Tab, Tabs } from "../../ui/Tabs.tsx";
import { Security, signOut } from "../auth/index.ts";
import { MyDevices } from "../notifications/index.ts";
import { memberTabs } from "./member-tabs.tsx";
import { OwnPhoto } from "./OwnPhoto.tsx";
import { ProfileFacts } from "./ProfileFacts.tsx";
import css from "./ProfileScreen.module.css";
import { StandingNote } from "./StandingNote.tsx";
import { PLATFORM_ROLE, roleNames } from "./users.strings.ts";

/** The part of the address that says which tab is open. */
const TAB = "ver";

/**
 * Who the person is here, what they may change about themselves, and the way out.
 * @param first what they may do here and nowhere else: it is what they came for
 * @param more tabs that other rooms have for them
 */
export function ProfileScreen({ first, more }: { first: readonly Tab[]; more: readonly Tab[] }) {
  const { user, spaces } = useSignedIn();
  const [search, setSearch] = useSearchParams();
  const current = spaces[0];
  const isPlatform = user.userType !== "USER";
  const role = isPlatform ? PLATFORM_ROLE : current && roleNames[current.role.name];
  const belongsNowhere = !isPlatform && spaces.length === 0;

  const tabs: Tab[] = [
    ...first,
    { id: "datos", label: "Mis datos", content: <MyData /> },
    ...memberTabs(spaces),
    ...more,
    { id: "seguridad", label: "Seguridad", content: <Security /> },
  ];

  const chosen = search.get(TAB);
  // What they came for begins above the fold of a phone.
  const isAtFirst =
    first.length > 0 && (first.some(({ id }) => id === chosen) || tabs.every(({ id }) => id !== chosen));

  return (
    <div className={css["profile"]}>
      <header className={css["head"]} data-small={isAtFirst || undefined}>
        <Face src={user.photo} alt={`Foto de ${user.name}`} size={isAtFirst ? 48 : 112} />
        <div>
          <h1>{user.name}</h1>
          {role === undefined ? null : <p className={css["role"]}>{role}</p>}
          {isAtFirst ? null : <OwnPhoto />}
        </div>
      </header>

      {belongsNowhere ? <StandingNote standing={user.standing} /> : null}

      <Tabs
        label="Perfil"
        tabs={tabs}
        chosen={chosen}
        onChoose={(id) => setSearch({ [TAB]: id }, { replace: true, preventScrollReset: true })}
      />
    </div>
  );
}

/** The first tab: facts, cards of the person's own settings, and the way out. */
function MyData() {
  const leave = useMutation({ mutationFn: signOut });
  return (
    <>
      <ProfileFacts />
      <MyDevices />
      <Button
        look="quiet"
        className={css["leave"]}
        icon={<IconLogout2 aria-hidden="true" size={20} />}
        loading={leave.isPending}
        onClick={() => leave.mutate()}
      >
        Cerrar sesión
      </Button>
    </>
  );
}
