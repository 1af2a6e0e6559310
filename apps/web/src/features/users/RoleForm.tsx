import { useMutation } from "@tanstack/react-query";
import type { Role } from "@umbral/contract/lib/roles";
import { dayOf, endOfDay } from "../../lib/dates.ts";
import { refreshEverything } from "../../lib/queries.ts";
import { fieldSentences } from "../../lib/sentences.ts";
import { useWhileHere } from "../../lib/useWhileHere.ts";
import { Button } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField, TextField } from "../../ui/fields.tsx";
import { Form, Pair } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import { roleOptionsOf } from "./role-options.ts";

/** The end of a day that was typed, in the building; null for none. */
export const endOf = (day: string, timeZone: string): string | null =>
  day === "" ? null : endOfDay(day, timeZone);

interface RoleFormProps<R extends Role> {
  /** Those that may be chosen. */
  roles: readonly R[];
  role: Role;
  endsAt: string | null;
  timeZone: string;
  dayLabel?(role: string): string;
  dayError?(chosen: { role: string; day: string }): string | undefined;
  save(to: { role: R; endsAt: string | null }): Promise<unknown>;
  onDone(): void;
}

/** What somebody is in a place, and until when. */
export function RoleForm<R extends Role>({
  roles,
  role: current,
  endsAt,
  timeZone,
  dayLabel = () => "Hasta (opcional)",
  dayError = () => undefined,
  save,
  onDone,
}: RoleFormProps<R>) {
  const leave = useWhileHere(onDone);
  const chosenOf = (role: string): R | undefined => roles.find((one) => one === role);
  const { form, text, values, submit } = useForm(
    { role: String(current), day: endsAt === null ? "" : dayOf(endsAt, timeZone) },
    (given) => ({
      role: chosenOf(given.role) === undefined ? fieldSentences.required : undefined,
      day: dayError(given),
    }),
  );
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refreshEverything();
      leave();
    },
    onError: (error) => void sayFailed(error),
  });
  const send = submit((given) => {
    const role = chosenOf(given.role);
    if (role !== undefined) {
      saving.mutate({ role, endsAt: endOf(given.day, timeZone) });
    }
  });
  return (
    <Form ref={form} onSubmit={send}>
      <Pair>
        <SelectField {...text("role")} label="Rol" options={roleOptionsOf(roles)} />
        <TextField {...text("day")} label={dayLabel(values.role)} type="date" />
      </Pair>
      <Button type="submit" loading={saving.isPending}>
        Guardar cambios
      </Button>
    </Form>
  );
}
