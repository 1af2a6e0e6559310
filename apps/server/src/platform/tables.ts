import type { KeptAccess } from "@umbral/contract/access-control/access-list";
import type { AccessOutcome, CredentialKind } from "@umbral/contract/access-control/decision";
import type { OnHolidays, ScheduleHours } from "@umbral/contract/access-control/schedules";
import type { AlarmEvent, SirenState } from "@umbral/contract/alarms/alarms.contract";
import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { AnsweredBy, CallStatus, TelephoneWord } from "@umbral/contract/calls/calls.contract";
import type { VisitorType } from "@umbral/contract/calls/door-panel.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { MotionSettings } from "@umbral/contract/cameras/motion.contract";
import type { VideoCodec } from "@umbral/contract/cameras/video.contract";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { ClipCause } from "@umbral/contract/clips/clip-wire.contract";
import type { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
import type { SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import type { CardReader, DoorContact, RelayDriver } from "@umbral/contract/doors/door-devices";
import type { FreeOrigin } from "@umbral/contract/doors/door-modes.contract";
import type { DoorAction, Leaf, OpenDoorOrigin, OrderOutcome } from "@umbral/contract/doors/doors.contract";
import type { InputDriver, InputKind, InputRest } from "@umbral/contract/inputs/input-devices";
import type { OutsideData, OutsideEventKind } from "@umbral/contract/integrations/outside-events.contract";
import type { DeliveryFault, DeliveryState } from "@umbral/contract/integrations/webhooks.contract";
import type { DoorScope } from "@umbral/contract/lib/door-scope";
import type { Role, UserType } from "@umbral/contract/lib/roles";
import type { TokenRight } from "@umbral/contract/lib/token-rights";
import type { WeeklyHours } from "@umbral/contract/lib/weekly-hours";
import type { LineDetail, LineKind, NoteCategory } from "@umbral/contract/logbook/logbook-lines";
import type {
  NoticeKind,
  NoticeTells,
  WatchState,
} from "@umbral/contract/notice-rules/notice-rules.contract";
import type { DeviceKind } from "@umbral/contract/notifications/bell-test.contract";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import type { QuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import type { BillKind, ParcelKind } from "@umbral/contract/parcels/parcels.contract";
import type { ContactKind } from "@umbral/contract/users/contact-proposals.contract";
import type { ColumnType, InsertType, JSONColumnType, SelectType, UpdateType } from "kysely";
import type { Kept } from "./kept-address.ts";
import type { DB } from "./tables.generated.ts";

/** How a message ended: see `outbox` in the migrations. */
export type MessageOutcome = "accepted" | "outbox" | "undelivered" | "failed" | "expired" | "withdrawn";

/** What lies beside a line of the logbook: names, and what somebody wrote. */
export type LinePart = "actor" | "person" | "incoming" | "text" | "open";

/** Does a building's desk take such a picture of a guest? */
export type DeskAsks = "no" | "may" | "must";
/** Why nothing leaves for a webhook. */
export type WebhookOff = "somebody" | "failing" | "secret-lost";

declare const json: unique symbol;
/** A JSON column: read as this, written as text. */
interface InJson<T> {
  readonly [json]: T;
}
/** Said with every row that is inserted, whatever the database would put there by itself. */
type Said<T> = ColumnType<T, T, T>;
/** Known only later than the row itself, if at all. */
type Later<T> = ColumnType<T | null, undefined, T | null>;
type LaterForGood<T> = ColumnType<T | null, T | null | undefined, T>;
/** Known with the row itself, if at all; later it can only go. */
type FromTheBeginning<T> = ColumnType<T | null, T | null | undefined, null>;

/**
 * What we know of columns beyond what the database tells of them: the words that a text may be, the shape of JSON,
 * and what may not be left out or changed. Whether a column may be null or has a default, it tells itself.
 */
interface Known {
  files: {
    kind:
      | "profile"
      | "plan"
      | "opening"
      | "visitor"
      | "document"
      | "visit"
      | "intrusion"
      | "access"
      | "pass"
      | "parcel"
      | "clip"
      | "ring"
      | "logbook";
  };
  buildings: {
    address1: Said<string>;
    city: Said<string>;
    state: Said<string>;
    type: Said<"RESIDENTIAL" | "MIXED" | "OFFICE">;
    siren: InJson<Kept<RelayDriver>>;
    clips_fetched: ClipCause[];
    desk_picture: DeskAsks;
    desk_document: DeskAsks;
  };
  apartments: { apartment_type: "APARTMENT" | "HOUSE" | "OFFICE" | "SHOP" };
  users: {
    /** A card holder, a device of a lobby, a program, or who was erased, has neither number nor anything to sign in with. */
    user_type: UserType | "HOLDER" | "KIOSK" | "GUEST" | "TOKEN" | "ERASED";
    /** Made by the database of name and document number. */
    called: ColumnType<string, never, never>;
  };
  sessions: { created_at: Said<Date> };
  passkey_challenges: { purpose: "registration" | "sign-in" };
  recovery_requests: { network: Said<string> };
  link_tokens: { purpose: "password" | "email" };
  invitations: { role: Role; code_digest: Later<Buffer>; code_way: Later<MessageWay> };
  invitation_cards: { type: CardType };
  contact_proposals: {
    kind: ContactKind;
    ended: "confirmed" | "taken-back" | null;
    code_digest: Later<Buffer>;
    code_expires_at: Later<Date>;
  };
  card_holders: { belongs_to: "home" | "building" };
  spaces: { role: Role; status: "PENDING" | "APPROVED" | "REJECTED" | "ENDED" };
  controllers: {
    status: InJson<ControllerStatus>;
    second_sign_in: InJson<SecondSignIn>;
    access: InJson<KeptAccess>;
  };
  cameras: { source: InJson<Kept<CameraSource>>; motion: InJson<MotionSettings> };
  door_free_periods: { origin: FreeOrigin };
  door_leaves: { leaf: Leaf };
  doors: {
    scope: DoorScope;
    lock_type: "fail-safe" | "fail-secure";
    relay: JSONColumnType<Kept<RelayDriver>>;
    contact: InJson<Kept<DoorContact>>;
    reader: InJson<CardReader>;
  };
  inputs: { kind: InputKind; driver: JSONColumnType<Kept<InputDriver>>; rest: InputRest };
  calls: {
    status: CallStatus;
    answered_by: LaterForGood<AnsweredBy>;
    telephone_said: LaterForGood<TelephoneWord>;
  };
  visitors: { type: VisitorType };
  visits: {
    authorised_by: LaterForGood<string>;
    device_digest: FromTheBeginning<Buffer>;
    closed_code: FromTheBeginning<Buffer>;
  };
  parcels: {
    request_id: Said<string>;
    kind: ParcelKind;
    bill: BillKind | null;
    outcome: "handed-over" | "returned" | null;
    proof: "code" | "signature" | null;
  };
  passes: {
    made_as: "home" | "administration" | "lobby";
    request_id: Said<string>;
    hours: InJson<ScheduleHours>;
  };
  pass_movements: { kind: "in" | "out" };
  webhooks: { kinds: OutsideEventKind[]; off_because: WebhookOff | null };
  webhook_deliveries: {
    kind: OutsideEventKind | "test";
    state: DeliveryState;
    last_fault: DeliveryFault | null;
  };
  api_tokens: { rights: TokenRight[] };
  outside_events: { kind: OutsideEventKind; data: JSONColumnType<OutsideData> };
  call_legs: { channel: Exclude<Channel, "mail">; opening_request_id: Later<string> };
  push_devices: { kind: "web" | "fcm"; form: DeviceKind };
  bell_test_devices: { form: DeviceKind };
  notice_rules: { kind: NoticeKind; tells: NoticeTells; hours: InJson<WeeklyHours[]> };
  arrival_watches: { state: WatchState };
  quiet_hours: { hours: InJson<QuietHours> };
  outbox: {
    channel: Channel;
    outcome: ColumnType<MessageOutcome | null, undefined, MessageOutcome>;
    provider_id: Later<string>;
    /** What versions before this one left; closed at the first start. */
    readable: ColumnType<{ subject: string; body: string; data: Record<string, string> } | null, never, null>;
  };
  door_orders: { action: DoorAction; outcome: OrderOutcome };
  open_door_events: { origin: OpenDoorOrigin };
  audit_lines: {
    at: Said<Date>;
    detail: JSONColumnType<Record<string, string | number | boolean | null>>;
    digests: JSONColumnType<Record<string, string>>;
  };
  audit_values: { part: "origin" | "change" };
  logbook_lines: {
    kind: LineKind;
    category: NoteCategory;
    detail: JSONColumnType<LineDetail>;
    pictures: JSONColumnType<string[]>;
    digests: JSONColumnType<Record<string, string>>;
  };
  logbook_values: { part: LinePart };
  files_keys: { sealed_before: JSONColumnType<Record<string, number>> };
  alarms: { event: AlarmEvent; siren: SirenState; doors_told: "free" | "rest" };
  alarm_people: { action: "raised" | "seen" | "confirmed" | "silenced" | "closed" };
  access_events: { outcome: AccessOutcome; credential: CredentialKind };
  intrusion_events: { kind: IntrusionKind };
  clips: { cause: ClipCause; codec: VideoCodec; dropped_why: "age" | "space" | "broken" | null };
  cards: { type: CardType };
  access_schedules: { hours: JSONColumnType<WeeklyHours[]>; on_holidays: JSONColumnType<OnHolidays> };
  access_levels: { doors: "all" | "way-home" | "entrance" | "chosen"; for_roles: Role[] };
}

/** Puts one type in the place of another, and leaves that it may be null or left out. */
type Swap<Old, New> = Old extends null | undefined ? Old : New;

type Refined<Column, Better> = [Better] extends [ColumnType<unknown, unknown, unknown>]
  ? Better
  : [Better] extends [InJson<infer T>]
    ? ColumnType<
        Swap<SelectType<Column>, T>,
        Swap<InsertType<Column>, string>,
        Swap<UpdateType<Column>, string>
      >
    : [Column] extends [ColumnType<unknown, unknown, unknown>]
      ? ColumnType<
          Swap<SelectType<Column>, Better>,
          Swap<InsertType<Column>, Better>,
          Swap<UpdateType<Column>, Better>
        >
      : Swap<Column, Better>;

/** A column that is not there (any more) does not compile. */
type OfDatabase<K> = {
  [T in keyof K]: T extends keyof DB ? { [C in keyof K[T]]: C extends keyof DB[T] ? unknown : never } : never;
};
type RefinedTables<K extends OfDatabase<K>> = {
  [T in keyof DB]: T extends keyof K
    ? { [C in keyof DB[T]]: C extends keyof K[T] ? Refined<DB[T][C], K[T][C]> : DB[T][C] }
    : DB[T];
};

/**
 * The database as Kysely sees it: `tables.generated.ts`, which the migrated database tells by itself (a test compares
 * them), with what we know beyond it.
 */
export type Tables = RefinedTables<Known>;
