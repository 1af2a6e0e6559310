import { IconPhoneCall, IconUrgent } from "@tabler/icons-react";
import { alarmTitle } from "@umbral/contract/alarms/alarm-names";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import { type ComponentType, lazy, Suspense } from "react";
import { formatDate } from "../../lib/dates.ts";
import { useMay } from "../../lib/useMay.ts";
import { useSession } from "../../lib/useSession.ts";
import { useTimeZoneOf } from "../../lib/useTimeZoneOf.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import type { PlaceProps } from "./AlarmPlace.tsx";
import { lastRaisedAt } from "./alarm-watch.ts";
import { useAlarm } from "./alarms.api.ts";
import { alarmSentences, beforeHome, placeOf, seenBy } from "./alarms.strings.ts";
import { understand } from "./alarms-here.ts";
import { ConfirmEmergency } from "./ConfirmEmergency.tsx";
import css from "./PanicModal.module.css";

const Place = lazy(async (): Promise<{ default: ComponentType<PlaceProps> }> => {
  try {
    return { default: (await import("./AlarmPlace.tsx")).AlarmPlace };
  } catch {
    // Without a line it does not come; the alarm stands without it.
    return { default: NoPlace };
  }
});
const NoPlace = () => <div className={css["place"]} />;

/** Colombia's one number for emergencies. */
const EMERGENCY_NUMBER = "123";

interface PanicModalProps {
  alarm: AlarmNews;
  onSilence(): void;
}

/** An alarm, over everything: what, who, where, since when; who acts on it or raised it also sees who has seen it. A drill is striped and calls nobody. */
export function PanicModal({ alarm, onSilence }: PanicModalProps) {
  const { id, buildingId, drill, by } = alarm;
  const timeZone = useTimeZoneOf(buildingId);
  const maySilence = useMay("alarms.raise", { buildingId });
  const isActing = useMay("alarms.close", { buildingId });
  const ownId = useSession()?.user?.id;
  const hasRaised = ownId !== undefined && (by.id === ownId || alarm.raiserIds?.includes(ownId) === true);
  const mayWatch = useMay("cameras.view", { buildingId });
  const title = alarmTitle(alarm);
  const acknowledge = () => understand(buildingId, id);
  return (
    <Modal isOpen title={title} titleHidden role="alertdialog" place="full" look={drill ? "drill" : "alarm"}>
      <div className={css["panic"]} data-drill={drill || undefined} data-footed>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls what has nothing else to come to. */}
        <div className={css["known"]} tabIndex={0}>
          <span className={css["sign"]} aria-hidden="true">
            <IconUrgent size={48} stroke={1.6} />
          </span>
          <p className={css["title"]}>{title}</p>
          <dl className={css["facts"]}>
            <div>
              <dt>La activó</dt>
              <dd>
                {by.apartment === null ? by.name : beforeHome(by.name)}
                <span className={css["whole"]}>{by.apartment?.name}</span>
                {alarm.raisedBy > 1 ? ` y ${others(alarm.raisedBy - 1)}` : ""}
              </dd>
            </div>
            <div>
              <dt>Dónde</dt>
              <dd>{placeOf(by, alarm.buildingName)}</dd>
            </div>
            <div>
              <dt>Desde</dt>
              <dd>
                <time dateTime={alarm.at}>{formatDate(alarm.at, timeZone)}</time>
              </dd>
            </div>
            {isActing || hasRaised ? <SeenBy alarm={alarm} /> : null}
          </dl>
          {mayWatch ? (
            <Suspense fallback={<NoPlace />}>
              <Place alarm={alarm} timeZone={timeZone} onLeave={acknowledge} />
            </Suspense>
          ) : null}
        </div>
        <div className={css["foot"]}>
          <Button ref={beginHere} autoFocus onClick={acknowledge}>
            {alarmSentences.understood}
          </Button>
          {drill ? null : (
            <ButtonLink
              look="quiet"
              icon={<IconPhoneCall aria-hidden="true" size={22} />}
              to={`tel:${EMERGENCY_NUMBER}`}
            >
              Llamar al {EMERGENCY_NUMBER}
            </ButtonLink>
          )}
          <ConfirmEmergency alarm={alarm} />
          {maySilence ? (
            <Button look="quiet" onClick={onSilence}>
              {alarmSentences.deactivate}
            </Button>
          ) : null}
        </div>
      </div>
    </Modal>
  );
}

/** The modal gives it the focus also when it opens again while it still goes, before what stands above. */
function beginHere(button: HTMLButtonElement | null) {
  if (button !== null) {
    button.autofocus = true;
  }
}

/** Asked anew whenever somebody says 'Entendido': by the few who act on it or raised it, not by every phone of the building. */
function SeenBy({ alarm }: { alarm: AlarmNews }) {
  const { data } = useAlarm(alarm.buildingId, alarm.id);
  // Who saw what was raised before has not seen it raised again.
  const seen = data?.seenBy.filter(({ at }) => at >= lastRaisedAt(alarm));
  return (
    <div>
      <dt>La vieron</dt>
      <dd aria-live="polite">{seen === undefined ? "…" : seenBy(seen)}</dd>
    </div>
  );
}

const others = (count: number): string => (count === 1 ? "una persona más" : `${count} personas más`);
