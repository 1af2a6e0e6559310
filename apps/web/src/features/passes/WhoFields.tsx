import { maySendBy, useMessageWays } from "../../lib/useMessageWays.ts";
import { AreaField, ChoiceField, TextField } from "../../ui/fields.tsx";
import { DocumentField, EmailField, PhoneField } from "../../ui/PersonFields.tsx";
import type { useForm } from "../../ui/useForm.ts";
import more from "./more.module.css";
import { namesIn, peopleFor } from "./name-lines.ts";
import css from "./Passes.module.css";
import type { PassValues } from "./pass-values.ts";

export type PassFields = Pick<ReturnType<typeof useForm<PassValues>>, "values" | "errors" | "set" | "text">;

const listHint = (count: number): string =>
  count === 0
    ? "Un nombre por línea. En la portería marcan quién va llegando."
    : `${count} ${count === 1 ? "nombre" : "nombres"}. En la portería marcan quién va llegando.`;

/** The first act: a name is enough. */
export function WhoFields({ fields: { values, set, text } }: { fields: PassFields }) {
  const isParty = values.who === "party";
  const ways = useMessageWays();
  const hasMore = [values.cedula, values.phone, values.email, values.plate, values.company].some(
    (value) => value !== "",
  );
  return (
    <>
      <ChoiceField
        label="¿Quién viene?"
        labelHidden
        name="who"
        value={values.who}
        onChange={(who) => set("who", who === "party" ? "party" : "person")}
        options={[
          { value: "person", label: "Una persona" },
          { value: "party", label: "Un grupo" },
        ]}
      />
      <TextField
        {...text("name")}
        label={isParty ? "Nombre del grupo" : "Nombre"}
        hint={isParty ? "Todos entran con el mismo código: 'Cumpleaños de Ana'." : undefined}
        autoComplete="off"
        maxLength={80}
      />
      {isParty ? (
        <>
          <AreaField
            {...text("names")}
            label="Lista de invitados (opcional)"
            hint={listHint(namesIn(values.names).length)}
            autoComplete="off"
            autoCapitalize="words"
            spellCheck={false}
            onChange={(names) => {
              set("people", peopleFor(values.people, values.names, names));
              set("names", names);
            }}
          />
          <TextField
            {...text("people")}
            label="Cuántas personas"
            hint="Pueden ser más que las de la lista."
            inputMode="numeric"
            autoComplete="off"
            maxLength={3}
          />
        </>
      ) : null}
      <details className={more["more"]} open={hasMore || undefined}>
        <summary>Más datos (opcional)</summary>
        <div className={css["moreFields"]}>
          <PhoneField
            {...text("phone")}
            hint={
              maySendBy(ways, "sms")
                ? "Para enviarle la invitación por SMS o WhatsApp."
                : "Para enviarle la invitación por WhatsApp."
            }
          />
          <EmailField
            {...text("email")}
            hint={maySendBy(ways, "mail") ? "Para enviarle la invitación por correo." : undefined}
          />
          <DocumentField {...text("cedula")} />
          <TextField
            {...text("plate")}
            label="Placa del vehículo"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={12}
          />
          <TextField {...text("company")} label="Empresa" autoComplete="off" maxLength={80} />
        </div>
      </details>
    </>
  );
}
