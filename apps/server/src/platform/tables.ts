import type { AlarmEvent, SirenState } from "@umbral/contract/alarms/alarms.contract";
import type { IntrusionKind } from "@umbral/contract/alarms/intrusions.contract";
import type { AnsweredBy, CallStatus, TelephoneWord } from "@umbral/contract/calls/calls.contract";
import type { VisitorType } from "@umbral/contract/calls/door-panel.contract";
import type { CameraSource } from "@umbral/contract/cameras/camera-source";
import type { MotionSettings } from "@umbral/contract/cameras/motion.contract";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { ControllerStatus } from "@umbral/contract/controllers/controllers.contract";
import type { SecondSignIn } from "@umbral/contract/controllers/registering.contract";
import type { CardReader, DoorContact, RelayDriver } from "@umbral/contract/doors/door-devices";
import type { DoorAction, OpenDoorOrigin, OrderOutcome } from "@umbral/contract/doors/doors.contract";
import type { DoorScope } from "@umbral/contract/lib/door-scope";
import type { Role, UserType } from "@umbral/contract/lib/roles";
import type { DeviceKind } from "@umbral/contract/notifications/bell-test.contract";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import type { ColumnType, Generated, JSONColumnType } from "kysely";
import type { Kept } from "./kept-address.ts";

type Json<T extends object> = JSONColumnType<T>;
type Time = ColumnType<Date, Date, Date>;
type MaybeTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

/** How a message ended: see `outbox` in the migrations. */
export type MessageOutcome = "accepted" | "outbox" | "undelivered" | "failed" | "expired" | "withdrawn";

/** The database as Kysely sees it; `migrations/` is what makes it so. */
export interface Tables {
  settings: { name: string; value: string };
  files: {
    id: string;
    kind: "profile" | "plan" | "opening" | "visitor" | "document" | "visit" | "intrusion";
    media_type: string;
    bytes: number;
    created_at: Generated<Date>;
  };
  buildings: {
    id: string;
    name: string;
    address1: string;
    city: string;
    state: string;
    type: "RESIDENTIAL" | "MIXED" | "OFFICE";
    time_zone: Generated<string>;
    opens_by_phone: Generated<boolean>;
    siren: ColumnType<Kept<RelayDriver> | null, string | null | undefined, string | null>;
    intrusion_retention_days: Generated<number>;
    is_demonstration: Generated<boolean>;
    created_at: Generated<Date>;
  };
  towers: { id: string; building_id: string; name: string };
  floors: { id: string; tower_id: string; name: string; plan_file_id: string | null };
  apartments: {
    id: string;
    building_id: string;
    tower_id: string;
    floor_id: string;
    name: string;
    address: Generated<string>;
    apartment_type: Generated<"APARTMENT" | "HOUSE" | "OFFICE" | "SHOP">;
    active: Generated<boolean>;
  };
  users: {
    id: string;
    cedula: string;
    document_type: Generated<string>;
    name: string;
    email: Generated<string>;
    phone: Generated<string>;
    user_type: Generated<UserType>;
    password_hash: string | null;
    photo_file_id: string | null;
    active: Generated<boolean>;
    verified: Generated<boolean>;
    is_demonstration: Generated<boolean>;
    token_firebase: string | null;
    alias: Generated<string>;
    created_at: Generated<Date>;
  };
  terms_acceptances: {
    id: string;
    user_id: string;
    version: string;
    accepted_at: Time;
    address: string;
  };
  registration_claims: {
    user_id: string;
    code_digest: Buffer;
    expires_at: Time;
  };
  sessions: {
    id: string;
    user_id: string;
    created_at: Time;
    expires_at: Time;
    ended_at: MaybeTime;
    last_used_at: MaybeTime;
    user_agent: Generated<string>;
    second_factor_at: MaybeTime;
  };
  sign_in_networks: { user_id: string; network: Buffer; last_at: Time };
  second_factors: {
    user_id: string;
    secret: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    confirmed_at: MaybeTime;
    last_step: Generated<number>;
    offered: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>;
    offered_until: MaybeTime;
  };
  passkeys: {
    id: string;
    user_id: string;
    credential_id: string;
    public_key: Buffer;
    name: string;
    transports: string[];
    uses: number;
    created_at: Time;
    last_used_at: MaybeTime;
  };
  passkey_challenges: {
    user_id: string;
    purpose: "registration" | "sign-in";
    challenge: string;
    expires_at: Time;
  };
  recovery_codes: { user_id: string; digest: Buffer; used_at: MaybeTime };
  recovery_requests: { id: string; cedula: string; asked_at: Time; network: string };
  link_tokens: {
    user_id: string;
    purpose: "password" | "email";
    token_hash: Buffer;
    email: string | null;
    created_at: Time;
    expires_at: Time;
  };
  invitations: {
    id: string;
    building_id: string;
    apartment_id: string | null;
    role: Role;
    cedula: string;
    document_type: string;
    name: string;
    email: string;
    phone: string;
    ends_at: MaybeTime;
    invited_by: string | null;
    created_at: Time;
    expires_at: Time;
    token_hash: Buffer | null;
    code_digest: ColumnType<Buffer | null, undefined, Buffer | null>;
    code_way: ColumnType<"mail" | "sms" | null, undefined, "mail" | "sms" | null>;
    code_expires_at: MaybeTime;
    code_tries: Generated<number>;
  };
  invitation_cards: { tag: string; invitation_id: string; type: CardType };
  spaces: {
    id: string;
    user_id: string;
    role: Role;
    building_id: string;
    apartment_id: string | null;
    status: Generated<"PENDING" | "APPROVED" | "REJECTED" | "ENDED">;
    lives_here: Generated<boolean>;
    ends_at: MaybeTime;
    decided_by: ColumnType<string | null, string | null | undefined, string | null>;
    decided_at: MaybeTime;
    ended_at: MaybeTime;
    last_used_at: MaybeTime;
    created_at: Generated<Date>;
  };
  controllers: {
    id: string;
    building_id: string;
    pairing_code_hash: Buffer | null;
    pairing_expires_at: MaybeTime;
    public_key: string | null;
    version: string | null;
    last_seen_at: MaybeTime;
    acknowledged: Generated<number>;
    status: ColumnType<ControllerStatus | null, string | null | undefined, string | null>;
    status_at: MaybeTime;
    second_sign_in: ColumnType<SecondSignIn | null, string | null | undefined, string | null>;
    created_at: Generated<Date>;
  };
  cameras: {
    id: string;
    building_id: string;
    name: string;
    source: Json<Kept<CameraSource>>;
    frames_per_second: Generated<number>;
    width: Generated<number>;
    position: Generated<number>;
    motion: ColumnType<MotionSettings | null, string | null | undefined, string | null>;
  };
  doors: {
    id: string;
    building_id: string;
    tower_id: string;
    floor_id: string;
    name: string;
    local_id: string;
    scope: Generated<DoorScope>;
    lock_type: Generated<"fail-safe" | "fail-secure">;
    pulse_ms: Generated<number>;
    relay: Json<Kept<RelayDriver>>;
    contact: ColumnType<Kept<DoorContact> | null, string | null | undefined, string | null>;
    held_open_after_seconds: Generated<number>;
    reader: ColumnType<CardReader | null, string | null | undefined, string | null>;
    plan_left: Generated<number>;
    plan_top: Generated<number>;
  };
  door_cameras: { door_id: string; camera_id: string; building_id: string; position: Generated<number> };
  calls: {
    id: string;
    ringing_id: string;
    building_id: string;
    apartment_id: string | null;
    caller_id: string;
    caller_session_id: string | null;
    callee_id: string;
    callee_session_id: string | null;
    callee_socket_id: string | null;
    space_id: string | null;
    is_from_lobby: boolean;
    is_to_lobby: Generated<boolean>;
    status: Generated<CallStatus>;
    created_at: Time;
    expires_at: Time;
    rung_at: MaybeTime;
    answered_at: MaybeTime;
    answered_by: ColumnType<AnsweredBy | null, AnsweredBy | null | undefined, AnsweredBy>;
    is_unverified: Generated<boolean>;
    is_blocked: Generated<boolean>;
    rung_times: Generated<number>;
    reject_message: ColumnType<string | null, string | null | undefined, string | null>;
    telephone_said: ColumnType<TelephoneWord | null, TelephoneWord | null | undefined, TelephoneWord>;
    ended_at: MaybeTime;
    deserted_at: MaybeTime;
  };
  blocked_callers: {
    apartment_id: string;
    caller_id: string;
    blocked_by: string | null;
    blocked_at: Time;
  };
  visitors: {
    id: string;
    apartment_id: string;
    type: VisitorType;
    name: string | null;
    photo_file_id: string;
    document_file_id: string;
    call_id: string | null;
    created_by: string | null;
    created_at: Time;
  };
  visits: {
    id: string;
    building_id: string;
    user_id: string;
    code_digest: Buffer | null;
    photo_file_id: string | null;
    /** `YYYY-MM-DD` */
    day: string;
    requested_at: Time;
    expires_at: Time;
    replaced_at: MaybeTime;
    authorised_at: MaybeTime;
    authorised_by: ColumnType<string | null, string | null | undefined, string>;
    authorise_request_id: string | null;
    device_digest: ColumnType<Buffer | null, Buffer | null | undefined, never>;
    closed_code: ColumnType<Buffer | null, Buffer | null | undefined, never>;
  };
  call_legs: {
    call_id: string;
    channel: Exclude<Channel, "mail">;
    begun_at: Time;
    reached_at: MaybeTime;
    opening_request_id: ColumnType<string | null, undefined, string | null>;
  };
  push_devices: {
    id: string;
    user_id: string;
    session_id: string;
    kind: "web" | "fcm";
    token: string;
    token_hash: Buffer;
    registered_at: Time;
    name: Generated<string>;
    form: Generated<DeviceKind>;
  };
  bell_tests: { id: string; user_id: string; started_at: Time; expires_at: Time };
  bell_test_devices: {
    id: string;
    test_id: string;
    session_id: string;
    name: string;
    form: DeviceKind;
    registered_at: MaybeTime;
    message_id: string | null;
    arrived_at: MaybeTime;
    heard_at: MaybeTime;
  };
  outbox: {
    id: string;
    channel: Channel;
    recipient: string;
    words: Buffer | null;
    readable: ColumnType<{ subject: string; body: string; data: Record<string, string> } | null, never, null>;
    user_id: string | null;
    call_id: string | null;
    created_at: Time;
    attempts: Generated<number>;
    next_attempt_at: Time;
    expires_at: Time;
    settled_at: MaybeTime;
    outcome: ColumnType<MessageOutcome | null, undefined, MessageOutcome>;
    provider_id: ColumnType<string | null, undefined, string | null>;
    recalled_at: MaybeTime;
  };
  door_orders: {
    id: string;
    building_id: string;
    door_id: string;
    requested_by: string;
    request_id: string | null;
    call_id: string | null;
    visitor_id: ColumnType<string | null, string | null | undefined, string | null>;
    visit_id: ColumnType<string | null, string | null | undefined, string | null>;
    action: DoorAction;
    outcome: OrderOutcome | null;
    issued_at: Time;
    settled_at: MaybeTime;
  };
  open_door_events: {
    id: string;
    building_id: string;
    door_id: string | null;
    door_name: string;
    order_id: string | null;
    user_id: string | null;
    apartment_id: string | null;
    origin: OpenDoorOrigin;
    occurred_at: Time;
    told_at: MaybeTime;
    has_broken_picture: Generated<boolean>;
    picture_file_id: string | null;
    is_certain: Generated<boolean>;
    created_at: Generated<Date>;
  };
  audit_lines: {
    id: string;
    building_id: string | null;
    actor_id: string | null;
    action: string;
    subject_id: string | null;
    detail: Json<Record<string, string | number | boolean | null>>;
    digests: Json<Record<string, string>>;
    at: Time;
  };
  audit_values: {
    line_id: string;
    part: "origin" | "change";
    person_id: string | null;
    salt: Buffer;
    value: string;
  };
  audit_seals: { chain: string; position: number; line_id: string; digest: Buffer; sealed_at: Time };
  audit_unsealed: { line_id: string };
  files_keys: {
    epoch: number;
    fingerprint: string;
    taken_up_at: Time;
    sealed_before: Json<Record<string, number>>;
    proof: Buffer;
  };
  write_probes: { node_id: string; at: Time };
  alarms: {
    id: string;
    building_id: string;
    event: AlarmEvent;
    drill: boolean;
    raised_at: Time;
    siren: Generated<SirenState>;
    silenced_at: MaybeTime;
    silence_reason: Generated<string>;
    closed_at: MaybeTime;
    note: Generated<string>;
    changed_at: Time;
    announced_at: MaybeTime;
  };
  alarm_people: {
    alarm_id: string;
    user_id: string;
    deed: "raised" | "seen" | "silenced" | "closed";
    apartment_id: string | null;
    at: Time;
    told_outside_at: MaybeTime;
  };
  intrusion_events: {
    id: string;
    building_id: string;
    kind: IntrusionKind;
    camera_id: string | null;
    camera_name: string | null;
    door_id: string | null;
    door_name: string | null;
    started_at: Time;
    ended_at: MaybeTime;
    told_at: MaybeTime;
    has_broken_picture: Generated<boolean>;
    created_at: Generated<Date>;
  };
  intrusion_pictures: { event_id: string; position: number; file_id: string; taken_at: Time };
  cards: {
    id: string;
    user_id: string;
    tag: string;
    type: CardType;
    active: Generated<boolean>;
    last_time_used: MaybeTime;
    created_at: Time;
  };
  reader_setups: {
    id: string;
    door_id: string;
    session_id: string;
    socket_id: string;
    expires_at: Time;
  };
  user_identities: {
    user_id: string;
    photo_file_id: string;
    front_file_id: string;
    back_file_id: string;
    verified_by: string | null;
    verified_at: Time;
  };
  /** Written by the database itself, from the tables that it tells of. */
  user_search: { user_id: string; name_key: string; words: string };
  attempts: { key: Buffer; window_start: Time; count: number; last_at: MaybeTime };
}
