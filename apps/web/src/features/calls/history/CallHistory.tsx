import { IconBan, IconDoorEnter, IconPhone, IconPhoneOutgoing, IconPhotoOff } from "@tabler/icons-react";
import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import { type ReactNode, useState } from "react";
import { formatTime } from "../../../lib/dates.ts";
import { useListAddress } from "../../../lib/useListAddress.ts";
import { Button } from "../../../ui/Button.tsx";
import { DayList } from "../../../ui/DayList.tsx";
import { EventPhoto } from "../../../ui/EventPhoto.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Pages, useLastPage } from "../../../ui/Pages.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { Face, StorageImage } from "../../../ui/StorageImage.tsx";
import { ClipsOf } from "../../clips/index.ts";
import { BY_PASS, BY_SIGN, UNVERIFIED } from "../calls.strings.ts";
import { askAndBlock, isBlockable } from "./block-caller.ts";
import { useBlockedCallers } from "./blocked-callers.api.ts";
import css from "./CallHistory.module.css";
import { useCallHistory } from "./call-history.api.ts";
import { AT_ENTRANCE, endingOf, titleOf } from "./past-call-words.ts";

interface CallHistoryProps {
  apartmentId: string;
  buildingId: string;
  timeZone: string | undefined;
  /** Rings the lobby; null for who may not. Nobody else who rang can be rung. */
  onCallBack: (() => void) | null;
}

/** Who rang an apartment, day by day, and how that ended. */
export function CallHistory({ apartmentId, buildingId, timeZone, onCallBack }: CallHistoryProps) {
  const address = useListAddress([]);
  const { page, goTo } = address;
  const query = useCallHistory(apartmentId, page);
  useLastPage(address, query);
  const blocked = useBlockedCallers(apartmentId).data?.blockedCallers;
  const [shownId, setShownId] = useState<string | null>(null);
  return (
    <ListStates
      query={query}
      isEmpty={({ calls }) => calls.length === 0}
      skeleton={<CardSkeletons count={5} picture="face" />}
      empty={{
        title: "Todavía no hay llamadas.",
        hint: "Aquí verás quién timbró, cuándo y quién contestó.",
        icon: <IconPhone size={32} stroke={1.6} />,
      }}
    >
      {({ calls, totalPages }) => (
        <>
          <section aria-label="Llamadas del apartamento" aria-busy={query.isPlaceholderData}>
            <DayList
              items={calls}
              momentOf={({ createdAt: at }) => ({ at, timeZone })}
              level={2}
              className={css["calls"]}
            >
              {(call) => (
                <li key={call.id}>
                  <Row call={call} timeZone={timeZone} onEntrance={() => setShownId(call.id)}>
                    {call.isToLobby ? null : (
                      <ClipsOf
                        buildingId={buildingId}
                        cause="ring"
                        causeId={call.id}
                        label={`${titleOf(call)}, ${formatTime(call.createdAt, timeZone)}`}
                      />
                    )}
                    {onCallBack !== null && isFromLobbyAndOver(call) ? (
                      <Button
                        look="plain"
                        className={css["inRow"]}
                        icon={<IconPhoneOutgoing aria-hidden="true" size={20} />}
                        onClick={onCallBack}
                      >
                        Devolver llamada<span className="um-hidden"> a portería</span>
                      </Button>
                    ) : null}
                    {blocked !== undefined && isBlockable({ ...call, apartment: { id: apartmentId } }) ? (
                      <Block
                        apartmentId={apartmentId}
                        caller={call.caller}
                        isBlocked={blocked.some(({ id }) => id === call.caller.id)}
                      />
                    ) : null}
                  </Row>
                </li>
              )}
            </DayList>
          </section>
          <AtEntrance
            call={calls.find(({ id }) => id === shownId)}
            timeZone={timeZone}
            onClose={() => setShownId(null)}
          />
          <Pages page={page} total={totalPages} onChange={goTo} />
        </>
      )}
    </ListStates>
  );
}

interface AtEntranceProps {
  /** Undefined while none is shown. */
  call: PastCall | undefined;
  timeZone: string | undefined;
  onClose(): void;
}

/** What the entrance's camera showed when it rang, large. */
const AtEntrance = ({ call, timeZone, onClose }: AtEntranceProps) => (
  <Modal isOpen={call !== undefined} title={AT_ENTRANCE} onClose={onClose}>
    {call === undefined ? null : (
      <EventPhoto
        src={call.atEntrance}
        alt={AT_ENTRANCE}
        none="Ya no guardamos esta imagen."
        place={titleOf(call)}
        at={call.createdAt}
        toldAt={null}
        timeZone={timeZone}
      >
        {endingOf(call)}
      </EventPhoto>
    )}
  </Modal>
);

function Block({
  apartmentId,
  caller,
  isBlocked,
}: {
  apartmentId: string;
  caller: PastCall["caller"];
  isBlocked: boolean;
}) {
  return isBlocked ? (
    <p className={css["ending"]}>Persona bloqueada</p>
  ) : (
    <Button
      look="destructive"
      className={css["block"]}
      icon={<IconBan aria-hidden="true" size={20} />}
      onClick={() => void askAndBlock(apartmentId, caller)}
    >
      Bloquear<span className="um-hidden"> a {caller.name}</span>
    </Button>
  );
}

/** Whoever stood at the lobby: from a call that still goes on one need not be rung back. */
const isFromLobbyAndOver = ({ isFromLobby, status }: PastCall): boolean =>
  isFromLobby && status !== "ENTRANTE" && status !== "CONTESTADA";

function photoWords({ image, visitor }: PastCall): string {
  if (image === null) {
    return "";
  }
  return visitor === null ? "Foto de quien llamó" : `Foto de ${visitor}`;
}

interface RowProps {
  call: PastCall;
  timeZone: string | undefined;
  /** Shows what stood at the entrance large. */
  onEntrance(): void;
  children: ReactNode;
}

function Row({ call, timeZone, onEntrance, children }: RowProps) {
  const isMissed = call.answered === null && call.status === "PERDIDA";
  return (
    <article className={css["call"]}>
      {call.atEntrance ? (
        <button
          type="button"
          className={css["entrance"]}
          aria-label={`${AT_ENTRANCE}: ${titleOf(call)}, ${formatTime(call.createdAt, timeZone)}`}
          onClick={onEntrance}
        >
          <StorageImage
            src={call.atEntrance}
            alt=""
            isLazy
            isSmall
            fallback={<IconPhotoOff aria-hidden="true" size={28} stroke={1.6} />}
          />
        </button>
      ) : (
        <Face src={call.image} alt={photoWords(call)} size={60} />
      )}
      <div className={css["words"]}>
        <div className={css["head"]}>
          <h3 className={css["title"]}>{titleOf(call)}</h3>
          <time className={css["when"]} dateTime={call.createdAt}>
            {formatTime(call.createdAt, timeZone)}
          </time>
        </div>
        <p className={css["ending"]} data-missed={isMissed || undefined}>
          {endingOf(call)}
        </p>
        {call.isByPass || call.isBySign || call.isUnverified ? (
          <p className={css["ending"]}>
            {call.isByPass ? BY_PASS : UNVERIFIED}
            {call.isBySign ? ` · ${BY_SIGN}` : null}
          </p>
        ) : null}
        {call.visitor === null ? null : <p>En la puerta: {call.visitor}</p>}
        {call.isOpened ? (
          <p className={css["opened"]}>
            <IconDoorEnter aria-hidden="true" size={18} />
            Se abrió la puerta
          </p>
        ) : null}
        {children}
      </div>
    </article>
  );
}
