import { IconArrowLeft, IconPhoto, IconVideo } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import type { CameraStreams, FoundCamera } from "@umbral/contract/cameras/camera-search";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { sentenceFor } from "../../lib/sentences.ts";
import { Button } from "../../ui/Button.tsx";
import { PasswordField, TextField } from "../../ui/fields.tsx";
import { Form } from "../../ui/Panel.tsx";
import { askForStreams } from "./administering-cameras.api.ts";
import css from "./CameraSearch.module.css";
import type { CameraValues } from "./camera-values.ts";
import { machineOf, NAMELESS, streamWords, withLogin } from "./found-cameras.ts";

interface FoundCameraFormProps {
  buildingId: string;
  /** "" for the building's only one. */
  controllerId: string;
  camera: FoundCamera;
  onBack(): void;
  onChosen(start: Partial<CameraValues>): void;
}

/** Asks a found camera for its streams, with the user and password that it knows. */
export function FoundCameraForm({
  buildingId,
  controllerId,
  camera,
  onBack,
  onChosen,
}: FoundCameraFormProps) {
  const [username, setUsername] = useState("");
  const [password, setPassword] = useState("");
  const { address } = camera;
  const first = useRef<HTMLInputElement>(null);
  const second = useRef<HTMLInputElement>(null);
  // The button that was pressed is gone with the list.
  useEffect(() => first.current?.focus(), []);
  const asking = useMutation({
    mutationFn: () =>
      askForStreams(buildingId, {
        ...(controllerId === "" ? {} : { controllerId }),
        address,
        username,
        password,
      }),
    onSuccess: (answer) => {
      if (answer.isPassword) {
        second.current?.focus();
      }
    },
  });
  const { found = null, reason = null, isPassword = false } = asking.data ?? {};
  const failed = asking.error ? sentenceFor(asking.error) : isPassword ? null : reason;
  const name = camera.name ?? camera.model ?? NAMELESS;
  // What was told to one password is no answer to another.
  const typed = (set: (text: string) => void) => (text: string) => {
    set(text);
    asking.reset();
  };
  const choose = (kind: CameraValues["kind"], source: string) =>
    onChosen({
      name: name === NAMELESS ? "" : name,
      kind,
      address: withLogin(source, username, password),
    });
  return (
    <div className={css["search"]}>
      <Button look="quiet" icon={<IconArrowLeft aria-hidden="true" size={20} />} onClick={onBack}>
        Volver a las cámaras
      </Button>
      <p>
        <strong className={css["name"]}>{name}</strong>{" "}
        <span className={css["words"]}>{machineOf(address)}</span>
      </p>
      <Form
        isUnsaved={username !== "" || password !== ""}
        onSubmit={(event) => {
          event.preventDefault();
          asking.mutate();
        }}
      >
        <TextField
          ref={first}
          label="Usuario de la cámara"
          hint="Vacío si no pide. Algunas tienen un usuario aparte para ONVIF."
          value={username}
          onChange={typed(setUsername)}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
        />
        <PasswordField
          ref={second}
          label="Contraseña de la cámara"
          error={isPassword && reason !== null ? `* ${reason}` : undefined}
          value={password}
          onChange={typed(setPassword)}
          autoComplete="off"
          maxLength={80}
        />
        <Button type="submit" loading={asking.isPending}>
          Ver sus videos
        </Button>
      </Form>
      {failed === null ? null : <p role="alert">{failed}</p>}
      {found === null ? null : <Streams found={found} onChoose={choose} />}
    </div>
  );
}

interface StreamsProps {
  found: CameraStreams;
  onChoose(kind: CameraValues["kind"], source: string): void;
}

/** What a camera gives: the chosen one goes into the camera's form, where it is tried. */
function Streams({ found: { maker, model, streams, snapshot }, onChoose }: StreamsProps) {
  const about = [maker, model].filter((word) => word !== null).join(" ");
  return (
    <section aria-label="Videos de la cámara" className={css["search"]}>
      <p role="status" className={css["words"]}>
        {about === "" ? "La cámara respondió." : `La cámara respondió: ${about}.`} Elige qué usar; lo verás
        antes de guardar.
      </p>
      <ul className={css["list"]}>
        {streams.map((stream) => (
          <li key={stream.address}>
            <StreamButton
              icon={<IconVideo size={24} stroke={1.6} />}
              onClick={() => onChoose("rtsp", stream.address)}
            >
              <span className={css["name"]}>{streamWords(stream)}</span>
              {stream.isMoved ? <span className={css["words"]}>{MOVED}</span> : null}
            </StreamButton>
          </li>
        ))}
        {snapshot === null ? null : (
          <li>
            <StreamButton
              icon={<IconPhoto size={24} stroke={1.6} />}
              onClick={() => onChoose("snapshot", snapshot)}
            >
              <span className={css["name"]}>Foto por HTTP</span>
              <span className={css["words"]}>Una foto cada segundo: menos fluida que el video.</span>
            </StreamButton>
          </li>
        )}
      </ul>
    </section>
  );
}

const MOVED = "La cámara nombró otra máquina; se usa la suya.";

const StreamButton = (props: { icon: ReactNode; onClick(): void; children: ReactNode }) => (
  <button type="button" className={css["found"]} onClick={props.onClick}>
    <span aria-hidden="true">{props.icon}</span>
    <span className={css["text"]}>{props.children}</span>
  </button>
);
