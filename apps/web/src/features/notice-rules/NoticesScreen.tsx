import { IconBell } from "@tabler/icons-react";
import type { Space } from "@umbral/contract/auth/auth.contract";
import { isResident } from "@umbral/contract/lib/policy";
import type { HomeNotices, NoticeRule } from "@umbral/contract/notice-rules/notice-rules.contract";
import type { ReactNode } from "react";
import { paths } from "../../lib/paths.ts";
import { useListAddress } from "../../lib/useListAddress.ts";
import { useSignedIn } from "../../lib/useSession.ts";
import { CheckField, ChoiceField, SelectField } from "../../ui/fields.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { Screen, ScreenHead } from "../../ui/Screen.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { WayLink } from "../../ui/WayLink.tsx";
import { People, Watchers } from "./Arrivals.tsx";
import { HoursField } from "./HoursField.tsx";
import { useHomeNotices, useRule } from "./home-notices.api.ts";
import css from "./Notices.module.css";

/** The homes of these spaces, each once. */
function homesOf(spaces: readonly Space[]): readonly NonNullable<Space["apartment"]>[] {
  const homes = spaces.flatMap(({ role, apartment }) =>
    apartment !== null && isResident(role.name) ? [apartment] : [],
  );
  return [...new Map(homes.map((home) => [home.id, home])).values()];
}

/** '/building/dashboard/avisos': what somebody is told of their home, when, and who is told of them. */
export function NoticesScreen() {
  const homes = homesOf(useSignedIn().spaces);
  const address = useListAddress(["de"]);
  const home = homes.find(({ id }) => id === address.value("de")) ?? homes[0];
  return (
    <Screen loose className={css["screen"]}>
      <ScreenHead>
        <div>
          <h1>Avísame si…</h1>
          {home ? <p className={css["soft"]}>Apartamento {home.name}</p> : null}
        </div>
      </ScreenHead>
      {homes.length < 2 || !home ? null : (
        <SelectField
          label="Avisos de"
          value={home.id}
          options={homes.map(({ id, name }) => ({ value: id, label: `Apartamento ${name}` }))}
          onChange={(de) => address.change({ de })}
        />
      )}
      {home ? (
        <Home key={home.id} apartmentId={home.id} />
      ) : (
        <Empty
          title="Los avisos son de un hogar, y todavía no tienes uno."
          icon={<IconBell size={32} stroke={1.6} />}
        />
      )}
      <WayLink to={`${paths.profile}?ver=avisos`}>Horas de silencio</WayLink>
    </Screen>
  );
}

function Home({ apartmentId }: { apartmentId: string }) {
  const notices = useHomeNotices(apartmentId);
  return (
    <ListStates query={notices} skeleton={<CardSkeletons />}>
      {(known) => <Choices apartmentId={apartmentId} notices={known} />}
    </ListStates>
  );
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className={css["part"]} aria-label={title}>
    <h2>{title}</h2>
    {children}
  </section>
);

type RuleOf<Kind extends NoticeRule["kind"]> = Extract<NoticeRule, { kind: Kind }>;

const guestTells: readonly { value: RuleOf<"guests">["tells"]; label: string }[] = [
  { value: "first", label: "La primera vez que entre" },
  { value: "every", label: "Cada vez que entre" },
  { value: "no", label: "Nunca" },
];

function Choices({ apartmentId, notices }: { apartmentId: string; notices: HomeNotices }) {
  const rules = new Map(notices.rules.map((rule) => [rule.kind, rule]));
  const [arrivals, guests, doors] = [rules.get("arrivals"), rules.get("guests"), rules.get("doors")];
  return (
    <div className={css["parts"]}>
      <Part title="Llega alguien de mi hogar">
        <People apartmentId={apartmentId} people={notices.people} />
        {arrivals?.kind === "arrivals" &&
        notices.people.some(({ state }) => state !== null && state !== "refused") ? (
          <ArrivalHours apartmentId={apartmentId} known={arrivals} />
        ) : null}
      </Part>
      {guests?.kind === "guests" ? (
        <Part title="Llega una visita con invitación">
          <Guests apartmentId={apartmentId} known={guests} />
        </Part>
      ) : null}
      {doors?.kind === "doors" ? (
        <Part title="Una puerta se queda abierta">
          <Doors apartmentId={apartmentId} known={doors} />
        </Part>
      ) : null}
      <Part title="A quién le avisamos">
        <p className={css["soft"]}>Cuando llegas a casa. Puedes cambiarlo cuando quieras.</p>
        <Watchers apartmentId={apartmentId} watchers={notices.watchers} />
      </Part>
    </div>
  );
}

interface RuleProps<Kind extends NoticeRule["kind"]> {
  apartmentId: string;
  /** As the server said it last. */
  known: RuleOf<Kind>;
}

function ArrivalHours({ apartmentId, known }: RuleProps<"arrivals">) {
  return <Hours {...useRule(apartmentId, known)} />;
}

function Guests({ apartmentId, known }: RuleProps<"guests">) {
  const ruling = useRule(apartmentId, known);
  const { rule, change } = ruling;
  return (
    <>
      <ChoiceField
        label="¿Cuándo te avisamos de una visita?"
        labelHidden
        name="guests"
        value={rule.tells}
        options={guestTells}
        onChange={(value) => {
          const tells = guestTells.find((option) => option.value === value)?.value;
          if (tells !== undefined) {
            change({ tells });
          }
        }}
      />
      {rule.tells === "no" ? null : <Hours {...ruling} />}
    </>
  );
}

function Doors({ apartmentId, known }: RuleProps<"doors">) {
  const ruling = useRule(apartmentId, known);
  const { rule, change } = ruling;
  return (
    <>
      <CheckField
        checked={rule.tells === "every"}
        onChange={(isOn) => change({ tells: isOn ? "every" : "no" })}
      >
        Avísame de las puertas de camino a mi hogar
      </CheckField>
      {rule.tells === "no" ? null : <Hours {...ruling} />}
    </>
  );
}

interface HoursProps {
  rule: Pick<NoticeRule, "hours">;
  change(chosen: Pick<NoticeRule, "hours">, saved: () => void): void;
  isPending: boolean;
}

const Hours = ({ rule, change, isPending }: HoursProps) => (
  <HoursField hours={rule.hours} isSaving={isPending} onSave={(hours, saved) => change({ hours }, saved)} />
);
