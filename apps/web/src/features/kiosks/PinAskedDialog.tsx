import { useMutation } from "@tanstack/react-query";
import { pinAsked } from "../../lib/presence.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { useStore } from "../../lib/store.ts";
import { Button } from "../../ui/Button.tsx";
import { DigitPad } from "../../ui/DigitPad.tsx";
import { FieldError } from "../../ui/fields.tsx";
import { Modal } from "../../ui/Modal.tsx";
import { notify } from "../../ui/notices.ts";
import { Form } from "../../ui/Panel.tsx";
import { useForm } from "../../ui/useForm.ts";
import css from "./Kiosks.module.css";
import { showPin } from "./kiosks.api.ts";
import { isWrongPin, PinField, pinRequired, usePad } from "./PinField.tsx";
import { useCodesKeptOut } from "./useCodesKeptOut.ts";

/** A door wants to know that whoever is on shift is still there. It is pressed again afterwards, by who is. */
export function PinAskedDialog() {
  const isOpen = useStore(pinAsked);
  return (
    <Modal isOpen={isOpen} title="Escribe tu PIN de turno" onClose={() => pinAsked.set(false)} narrow>
      {isOpen ? <PinForm /> : null}
    </Modal>
  );
}

function PinForm() {
  const { form, text, reset, refuse, submit } = useForm(
    { pin: "" },
    ({ pin }) => ({
      pin: pinRequired(pin),
    }),
    { isFleeting: true },
  );
  const show = useMutation({
    mutationFn: ({ pin }: { pin: string }) => showPin(pin),
    onSuccess: () => {
      pinAsked.set(false);
      notify("Listo. Ya puedes abrir.", "good");
    },
    onError: (error) => {
      // Empty it is not wrong by itself: only what was refused is said.
      reset({ pin: "" });
      refuse(isWrongPin(error) ? { pin: `* ${sentenceFor(error)}` } : {}, { pin: "" });
    },
  });
  const { hasPad, inputMode } = usePad();
  const pin = text("pin");
  useCodesKeptOut(form, "Escribe primero tu PIN y vuelve a leer el código.", () => reset({ pin: "" }));
  return (
    <Form ref={form} onSubmit={submit((typed) => show.mutate(typed))}>
      <p className={css["soft"]}>
        Pasaron 15 minutos sin que nadie usara este equipo. Confirma que sigues aquí y vuelve a abrir.
      </p>
      <PinField {...pin} inputMode={inputMode} />
      {hasPad ? <DigitPad label="Teclado del PIN" typed={pin.value} onType={pin.onChange} /> : null}
      <FieldError
        id="pin-failure"
        error={show.isError && !isWrongPin(show.error) ? `* ${sentenceFor(show.error)}` : undefined}
      />
      <Button type="submit" wide loading={show.isPending}>
        Continuar
      </Button>
    </Form>
  );
}
