import { IconArrowLeft, IconBell, IconMail, IconMailbox, IconMessage, IconPhone } from "@tabler/icons-react";
import type { Channel, OutboxMessage } from "@umbral/contract/notifications/notifications.contract";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { formatDate, formatSeconds } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { paths } from "../../lib/paths.ts";
import { DayList } from "../../ui/DayList.tsx";
import { DemoPage } from "../../ui/DemoPage.tsx";
import { Empty, ListStates } from "../../ui/ListStates.tsx";
import { CardSkeletons } from "../../ui/Skeletons.tsx";
import { linkedText } from "./linked-text.ts";
import css from "./OutboxScreen.module.css";
import { useOutbox } from "./outbox.api.ts";

const channels: Record<Channel, { name: string; icon: ReactNode }> = {
  mail: { name: "Correo", icon: <IconMail aria-hidden="true" size={22} stroke={1.7} /> },
  push: { name: "Notificación", icon: <IconBell aria-hidden="true" size={22} stroke={1.7} /> },
  sms: { name: "SMS", icon: <IconMessage aria-hidden="true" size={22} stroke={1.7} /> },
  voice: { name: "Llamada telefónica", icon: <IconPhone aria-hidden="true" size={22} stroke={1.7} /> },
};

/** '/demo/outbox': the mails, pushes, SMS and phone calls that the demonstration sends to nobody. */
export function OutboxScreen() {
  return (
    <DemoPage
      narrow
      way={
        <Link to={paths.demo}>
          <IconArrowLeft aria-hidden="true" size={20} />
          El otro lado del edificio
        </Link>
      }
      intro={
        <>
          <h1>Buzón de la demostración</h1>
          <p>
            Aquí llega lo que Umbral enviaría por correo, SMS, teléfono o notificación. Nada de esto sale de
            esta máquina.
          </p>
        </>
      }
    >
      <Messages />
    </DemoPage>
  );
}

function Messages() {
  const query = useOutbox();
  if (query.error instanceof CallRefused && query.error.status === 404 && query.data === undefined) {
    return (
      <Empty
        icon={<IconMailbox size={32} stroke={1.6} />}
        title="Aquí no hay demostración."
        hint="El buzón solo existe en la máquina donde Umbral arrancó con los edificios de demostración."
      />
    );
  }
  return (
    <ListStates
      query={query}
      isEmpty={(messages) => messages.length === 0}
      skeleton={<CardSkeletons count={4} />}
      empty={{
        icon: <IconMailbox size={32} stroke={1.6} />,
        title: "El buzón está vacío.",
        hint: "Pide recuperar una contraseña o llama a un apartamento y espera: lo que se envíe aparece aquí.",
      }}
    >
      {(messages) => (
        <DayList
          items={messages}
          momentOf={({ createdAt }) => ({ at: createdAt })}
          level={2}
          className={css["messages"]}
        >
          {(message) => <Message key={message.id} message={message} />}
        </DayList>
      )}
    </ListStates>
  );
}

function Message({ message: { id, channel, to, subject, body, createdAt } }: { message: OutboxMessage }) {
  const { name, icon } = channels[channel];
  return (
    <li>
      <article className={css["message"]} aria-labelledby={`outbox-${id}`}>
        <header className={css["head"]}>
          <p className={css["channel"]}>
            {icon}
            {name}
          </p>
          <time className={css["time"]} dateTime={createdAt} title={formatDate(createdAt)}>
            {formatSeconds(createdAt)}
          </time>
        </header>
        <h3 id={`outbox-${id}`} className={css["subject"]}>
          {subject === "" ? "Sin asunto" : subject}
        </h3>
        <p className={css["to"]}>
          Para <span>{to}</span>
        </p>
        <p className={css["body"]}>
          {linkedText(body).map(({ text, href }, at) =>
            href === null ? (
              text
            ) : (
              // biome-ignore lint/suspicious/noArrayIndexKey: a text does not change its order.
              <a key={at} href={href}>
                {text}
              </a>
            ),
          )}
        </p>
      </article>
    </li>
  );
}
