import { IconTrash, IconUsers } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { AccessLevel } from "@umbral/contract/access-control/access-levels.contract";
import { useState } from "react";
import { momentOf } from "../../lib/dates.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { ListStates } from "../../ui/ListStates.tsx";
import { Pages, useLastPage } from "../../ui/Pages.tsx";
import { Form } from "../../ui/Panel.tsx";
import { PersonLink } from "../../ui/PersonLink.tsx";
import { SearchField } from "../../ui/SearchField.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { useForm } from "../../ui/useForm.ts";
import { type Person, PersonChoice } from "../users/index.ts";
import css from "./Access.module.css";
import { giveLevel, refreshAccess, takeLevel, useLevelPeople } from "./access.api.ts";
import { levelPersonWords, takingLevel } from "./access.strings.ts";
import { type SpanValues, spanErrors } from "./access-values.ts";
import { removeAfter } from "./removing.ts";
import { SpanFields } from "./SpanFields.tsx";
import { useFieldRefusal } from "./useFieldRefusal.ts";

interface LevelPeopleProps {
  building: { id: string; name: string };
  level: Pick<AccessLevel, "id" | "name">;
  timeZone: string;
}

/** Who has a level, by what they are or by name; given to others, and taken from whom it was given to, from here. */
export function LevelPeople({ building, level, timeZone }: LevelPeopleProps) {
  const [asked, setAsked] = useState({ search: "", page: 1 });
  const query = useLevelPeople(building.id, level.id, asked);
  const goTo = (page: number) => setAsked({ ...asked, page });
  useLastPage({ page: asked.page, goTo }, query);
  return (
    <div className={css["inBuilding"]}>
      <Giving building={building} level={level} timeZone={timeZone} />
      <SearchField
        label="Buscar entre quienes lo tienen"
        value={asked.search}
        onChange={(search) => setAsked({ search, page: 1 })}
      />
      <ListStates
        query={query}
        isEmpty={({ people }) => people.length === 0}
        skeleton={<CardSkeletons count={2} />}
        empty={{
          title: asked.search === "" ? "Nadie lo tiene todavía." : "Nadie coincide con tu búsqueda.",
          icon: <IconUsers size={32} stroke={1.6} />,
        }}
      >
        {({ people }) => (
          <ul className={css["days"]} aria-label={`Quienes tienen ${level.name}`}>
            {people.map((person) => (
              <li key={person.id}>
                <span className={css["day"]}>
                  <strong>
                    <PersonLink id={person.id}>{person.name}</PersonLink>
                  </strong>
                  <span className={css["soft"]}>{levelPersonWords(person, timeZone)}</span>
                </span>
                {/* What a role gives ends with the role, and not here. */}
                {person.isByName ? (
                  <IconButton
                    isDestructive
                    label={`Quitar el nivel ${level.name} a ${person.name}`}
                    onClick={() =>
                      void removeAfter(takingLevel(level, person), building.id, () =>
                        takeLevel(building.id, person.id, level.id),
                      )
                    }
                  >
                    <IconTrash aria-hidden="true" size={22} />
                  </IconButton>
                ) : null}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      <Pages page={asked.page} total={query.data?.totalPages ?? 1} onChange={goTo} />
    </div>
  );
}

function Giving({ building, level, timeZone }: LevelPeopleProps) {
  const [person, setPerson] = useState<Person | null>(null);
  const refusal = useFieldRefusal<SpanValues>({ GRANT_IN_THE_PAST: "until" });
  const { form, text, values, errors, submit, reset, focusWrong } = useForm<SpanValues>(NO_SPAN, (typed) =>
    spanErrors(typed, { timeZone, now: new Date() }),
  );
  const giving = useMutation({
    mutationFn: ({ id, from, until }: SpanValues & { id: string }) =>
      giveLevel(building.id, id, {
        levelId: level.id,
        from: momentOf(from, timeZone),
        until: momentOf(until, timeZone),
      }),
    onSuccess: async () => {
      await refreshAccess(building.id);
      setPerson(null);
      reset(NO_SPAN);
    },
    onError: (error) => {
      refusal.say(error, values, focusWrong);
      void refreshAccess(building.id);
    },
  });
  return (
    <>
      <PersonChoice buildingName={building.name} chosen={person} onChoose={setPerson} />
      {person === null ? (
        <p className={css["soft"]}>
          Busca a alguien para dárselo. A quien no tiene cuenta se le da en Personas sin cuenta.
        </p>
      ) : (
        <Form ref={form} onSubmit={submit((span) => giving.mutate({ id: person.id, ...span }))}>
          <SpanFields
            from={text("from")}
            until={{ ...text("until"), error: errors.until ?? refusal.at("until", values.until) }}
            hint="Sin fecha, hasta que se lo quites."
          />
          <Button type="submit" loading={giving.isPending}>
            Dar nivel a {person.name}
          </Button>
        </Form>
      )}
    </>
  );
}

const NO_SPAN: SpanValues = { from: "", until: "" };
