import { Button } from "../ui/Button.tsx";
import { CheckField, ChoiceField, PasswordField, SelectField, TextField } from "../ui/fields.tsx";
import { notify } from "../ui/notices.ts";
import { PhotoPicker } from "../ui/PhotoPicker.tsx";
import { UploadProgress } from "../ui/UploadProgress.tsx";
import { required, useForm } from "../ui/useForm.ts";
import css from "./gallery.module.css";

const buildings = [
  { value: "1", label: "Conjunto Los Almendros" },
  { value: "2", label: "Edificio Mirador del Parque" },
];
const kinds = [
  { value: "CAR", label: "Carro" },
  { value: "PERSON", label: "Persona" },
];

interface Values extends Record<string, unknown> {
  name: string;
  password: string;
  building: string;
  kind: string;
  photo: File | null;
  terms: boolean;
}

const nothing: Values = { name: "", password: "", building: "", kind: "CAR", photo: null, terms: false };

export function FieldParts() {
  const { form, values, errors, text, set, submit } = useForm(nothing, (now) => ({
    photo: required(now.photo, "* Debes agregar la foto"),
    name: required(now.name, "* Debes diligenciar el nombre"),
    password: required(now.password, "* Debes ingresar una contraseña"),
    building: required(now.building, "* Debes seleccionar un edificio"),
    terms: required(now.terms, "* Debes aceptar los términos y condiciones"),
  }));
  return (
    <section className={css["part"]}>
      <h2>Campos</h2>
      <form ref={form} noValidate className={css["part"]} onSubmit={submit(() => notify("Enviado", "good"))}>
        <PhotoPicker
          label="Foto"
          value={values.photo}
          error={errors.photo}
          onChange={(photo) => set("photo", photo)}
        />
        <TextField {...text("name")} label="Nombre" hint="Como aparece en tu documento" />
        <PasswordField {...text("password")} label="Contraseña" autoComplete="new-password" />
        <SelectField
          {...text("building")}
          label="Edificio"
          placeholder="Selecciona un edificio"
          options={buildings}
        />
        <ChoiceField {...text("kind")} label="Tipo" options={kinds} />
        <CheckField checked={values.terms} error={errors.terms} onChange={(terms) => set("terms", terms)}>
          Acepto los términos y condiciones
        </CheckField>
        <Button type="submit">Enviar</Button>
      </form>
      <UploadProgress share={0.4} what="tu registro" onCancel={() => notify("Cancelado")} />
      <UploadProgress share={1} what="tu registro" onCancel={() => notify("Cancelado")} />
    </section>
  );
}
