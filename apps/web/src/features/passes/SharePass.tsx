import { IconBrandWhatsapp, IconCopy, IconMail, IconMessage, IconShare2 } from "@tabler/icons-react";
import type { Pass } from "@umbral/contract/passes/passes.contract";
import { useRef, useState } from "react";
import { maySendBy, useMessageWays } from "../../lib/useMessageWays.ts";
import { useToday } from "../../lib/useNow.ts";
import { usePress } from "../../lib/usePress.ts";
import { whatsAppPath } from "../../lib/whatsapp.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { sayFailed } from "../../ui/failed.ts";
import { ListStates } from "../../ui/ListStates.tsx";
import { notify } from "../../ui/notices.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { keys, Skeleton } from "../../ui/Skeletons.tsx";
import css from "./Passes.module.css";
import type { PassPlace } from "./pass-places.ts";
import { codeWords, invitationText, timesWords } from "./pass-words.ts";
import { useSendPass, useSharing } from "./passes.api.ts";

/** What a guest gets: the address of their page, and their code. */
export interface Sharing {
  address: string;
  code: string;
}

interface SharingOfProps {
  pass: Pass;
  building: PassPlace["building"];
}

/** The same of one that is there already: what is shared is asked for when somebody wants to share it. */
export function SharingOf({ pass, building }: SharingOfProps) {
  const query = useSharing(building.id, pass.id);
  return (
    <ListStates query={query} skeleton={<Shape />}>
      {(sharing) => <SharePass pass={pass} sharing={sharing} building={building} />}
    </ListStates>
  );
}

/** When it is, its QR, the code, and the ways to send them. */
const Shape = () => (
  <div className={css["share"]}>
    <Skeleton width="70%" />
    <Skeleton width="14rem" height="14rem" />
    <Skeleton width="9rem" height="2rem" />
    <div className={css["ways"]}>
      {keys(3).map((key) => (
        <Skeleton key={key} height="var(--um-touch)" />
      ))}
    </div>
  </div>
);

interface SharePassProps extends SharingOfProps {
  sharing: Sharing;
  isNew?: boolean;
}

/** The code, its QR, and every way to send them. */
export function SharePass({ pass, sharing, building, isNew = false }: SharePassProps) {
  const { guest } = pass;
  const now = useToday();
  const address = useRef<HTMLParagraphElement>(null);
  const when = timesWords(pass, now, building.timeZone);
  const { code } = sharing;
  const text = invitationText({
    name: guest.name,
    building: building.name,
    when,
    code,
    address: sharing.address,
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify("Copiamos la invitación.", "good");
    } catch {
      // Without a safe address or the right, the browser still copies what is selected.
      if (address.current !== null) {
        window.getSelection()?.selectAllChildren(address.current);
      }
      notify("No pudimos copiarla: mantén presionado el enlace para copiarlo.", "trouble");
    }
  };
  return (
    <div className={css["share"]}>
      <p role={isNew ? "status" : undefined}>
        {isNew ? `La invitación de ${guest.name} está lista. ` : ""}
        {when}.
      </p>
      <QrCode text={code} label={`QR de la invitación de ${guest.name}`} />
      <p className={css["code"]}>
        <span className="um-hidden">Código de ingreso: {[...code].join(" ")}</span>
        <span aria-hidden="true">{codeWords(code)}</span>
      </p>
      <p ref={address} className={css["link"]}>
        {sharing.address}
      </p>
      <div className={css["ways"]}>
        {"share" in navigator ? (
          <Button
            wide
            icon={<IconShare2 aria-hidden="true" size={20} />}
            onClick={() => void shareNatively(text)}
          >
            Compartir
          </Button>
        ) : null}
        <ButtonLink
          wide
          look={"share" in navigator ? "quiet" : "primary"}
          to={whatsAppPath(guest.phone, text)}
          target="_blank"
          rel="noreferrer"
          icon={<IconBrandWhatsapp aria-hidden="true" size={20} />}
        >
          WhatsApp
        </ButtonLink>
        <Messages pass={pass} buildingId={building.id} />
        <Button
          wide
          look="quiet"
          icon={<IconCopy aria-hidden="true" size={20} />}
          onClick={() => void copy()}
        >
          Copiar
        </Button>
      </div>
    </div>
  );
}

/** The device's own sheet. Whoever closes it without a choice meant to. */
async function shareNatively(text: string): Promise<void> {
  try {
    await navigator.share({ title: "Invitación", text });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "AbortError")) {
      notify("No pudimos abrir el menú para compartir. Usa WhatsApp o copia la invitación.", "trouble");
    }
  }
}

/** By the server, where the pass says an address and messages leave for it. */
function Messages({ pass: { id, guest }, buildingId }: { pass: Pass; buildingId: string }) {
  const sending = useSendPass(buildingId, id);
  const ways = useMessageWays();
  const nameOf = usePress();
  const [sent, setSent] = useState(0);
  const send = async (by: "email" | "sms", to: string) => {
    try {
      // After one that went, the same wish is another one.
      await sending.mutateAsync({ by, requestId: nameOf(`${by} ${to} ${sent}`) });
      setSent(sent + 1);
      notify(`Enviamos la invitación a ${to}.`, "good");
    } catch (error) {
      await sayFailed(error);
    }
  };
  return (
    <>
      {guest.phone === "" || !maySendBy(ways, "sms") ? null : (
        <Button
          wide
          look="quiet"
          icon={<IconMessage aria-hidden="true" size={20} />}
          loading={sending.isPending && sending.variables.by === "sms"}
          onClick={() => void send("sms", guest.phone)}
        >
          Enviar por SMS
        </Button>
      )}
      {guest.email === "" || !maySendBy(ways, "mail") ? null : (
        <Button
          wide
          look="quiet"
          icon={<IconMail aria-hidden="true" size={20} />}
          loading={sending.isPending && sending.variables.by === "email"}
          onClick={() => void send("email", guest.email)}
        >
          Enviar por correo
        </Button>
      )}
    </>
  );
}
