import { randomBytes } from "node:crypto";
import { noteInLogbook } from "../src/features/logbook/note-line.ts";
import { withPictures } from "../src/platform/kept-pictures.ts";
import type { PictureKind } from "../src/platform/pictures.queries.ts";
import type { TestBuilding, TestPerson } from "./factories.ts";
import { jpegBytes, picture, postForm } from "./test-forms.ts";
import { madePass } from "./test-passes.ts";
import type { TestServer } from "./test-server.ts";

const DAY_MS = 24 * 3_600_000;

export interface Known {
  name: string;
  email: string;
  phone: string;
  password: string;
}

/**
 * Somebody who did all that one can do in a building: at least a row in every table that may hold one of theirs, but for
 * those of people without an account and for a legal hold. What is easily asked for is asked for, the rest is written.
 */
export async function personWithEverything(
  server: TestServer,
  { building, administrator, known }: { building: TestBuilding; administrator: TestPerson; known: Known },
): Promise<TestPerson> {
  const { services } = server.app;
  const { newId } = services;
  const { db } = server;
  const [apartment, other] = building.apartments;
  const buildingId = building.id;
  const apartmentId = apartment?.id ?? "";
  const at = server.clock.now();
  const later = new Date(at.getTime() + DAY_MS);
  const door = await server.newDoor(building);
  const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
  const person = await server.newPerson({
    ...known,
    spaces: [{ role: "RESIDENTE_LIDER", buildingId, apartmentId }],
  });
  const { id: userId, cedula } = person;
  const owned = { user_id: userId };

  const kept = (kind: PictureKind) =>
    withPictures(services, async (_trx, keep) => keep(kind, await jpegBytes()));
  await db
    .insertInto("parcels")
    .values({
      id: newId(),
      building_id: buildingId,
      apartment_id: apartmentId,
      first_home: apartmentId,
      request_id: newId(),
      received_by: lobby.id,
      received_at: at,
      kind: "package",
      bill: null,
      carrier: "Servientrega",
      place: "Estante 2",
      note: "",
      outcome: "handed-over",
      closed_at: at,
      closed_by: lobby.id,
      taken_by: known.name,
      proof: "code",
      code_of: userId,
    })
    .execute();
  await db
    .insertInto("parcel_codes")
    .values({
      apartment_id: apartmentId,
      user_id: userId,
      code_digest: services.digest.of("parcel-code", apartmentId, "482913"),
      expires_at: later,
    })
    .execute();
  const identity = {
    cedula,
    photo: await picture(),
    cedulaFrontal: await picture(),
    cedulaPosterior: await picture(),
  };
  const validated = await postForm(server, administrator, "/api/bb/userv2", identity);
  const signedIn = await server.app.http.inject({
    method: "POST",
    url: "/api/user/auth/login",
    payload: { cedula, password: known.password, userType: "USER" },
  });
  const changed = await server.app.http.inject({
    method: "PUT",
    url: `/api/bb/userV2/${userId}`,
    headers: administrator.headers,
    payload: { alias: `Alias de ${known.name}` },
  });
  if (validated.status !== 200 || signedIn.statusCode !== 200 || changed.statusCode !== 200) {
    throw new Error(`${validated.status} ${signedIn.body} ${changed.body}`);
  }
  const { id: sessionId } = await db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();

  await db
    .insertInto("invitations")
    .values({
      id: newId(),
      building_id: buildingId,
      apartment_id: other?.id ?? null,
      role: "RESIDENTE",
      cedula,
      document_type: "CEDULA_CIUDADANIA",
      name: known.name,
      email: known.email,
      phone: known.phone,
      created_at: at,
      expires_at: later,
    })
    .execute();
  const proposed = { kind: "phone" as const, address: known.phone, token_hash: randomBytes(32), sent_at: at };
  await db
    .insertInto("contact_proposals")
    .values({ id: newId(), ...owned, ...proposed, building_id: buildingId, expires_at: later })
    .execute();
  const accepted = { id: newId(), ...owned, version: "1", address: "203.0.113.7", accepted_at: at };
  await db.insertInto("terms_acceptances").values(accepted).execute();
  const claim = { ...owned, code_digest: randomBytes(32), expires_at: later };
  await db.insertInto("registration_claims").values(claim).execute();
  await db.transaction().execute((trx) =>
    noteInLogbook(trx, {
      kind: "PARCEL_HANDED_OVER",
      buildingId,
      at,
      actorId: userId,
      subjectId: null,
      apartmentId,
    }),
  );
  await db.insertInto("second_factors").values(owned).execute();
  await db
    .insertInto("recovery_codes")
    .values({ ...owned, digest: randomBytes(32) })
    .execute();
  await db
    .insertInto("passkeys")
    .values({
      id: newId(),
      ...owned,
      name: "Celular",
      credential_id: newId(),
      public_key: randomBytes(32),
      transports: [],
      uses: 0,
      created_at: at,
    })
    .execute();
  const challenge = { ...owned, purpose: "sign-in" as const, challenge: "x", expires_at: later };
  await db.insertInto("passkey_challenges").values(challenge).execute();
  const recovery = { id: newId(), cedula, asked_at: at, network: "203.0.113.0/24" };
  await db.insertInto("recovery_requests").values(recovery).execute();
  await db
    .insertInto("link_tokens")
    .values({
      ...owned,
      purpose: "email",
      token_hash: randomBytes(32),
      email: `otro.${known.email}`,
      created_at: at,
      expires_at: later,
    })
    .execute();
  await db
    .insertInto("shift_pins")
    .values({ ...owned, pin_hash: "x", set_at: at })
    .execute();
  const favourite = { ...owned, building_id: buildingId, door_id: door.id };
  await db.insertInto("favourite_doors").values(favourite).execute();
  await db
    .insertInto("cards")
    .values({ id: newId(), ...owned, tag: "ABCD1234", type: "PERSON", created_at: at })
    .execute();
  await db
    .insertInto("door_pins")
    .values({
      id: newId(),
      ...owned,
      building_id: buildingId,
      digest: randomBytes(32),
      digits: 6,
      made_at: at,
    })
    .execute();
  const levelId = newId();
  await db
    .insertInto("access_levels")
    .values({ id: levelId, building_id: buildingId, name: "Todas", doors: "all" })
    .execute();
  await db
    .insertInto("access_grants")
    .values({ id: newId(), level_id: levelId, ...owned, created_at: at })
    .execute();

  const callId = newId();
  await db
    .insertInto("calls")
    .values({
      id: callId,
      ringing_id: callId,
      building_id: buildingId,
      apartment_id: apartmentId,
      caller_id: userId,
      callee_id: lobby.id,
      is_from_lobby: false,
      status: "RECHAZADA",
      reject_message: `Dice ${known.name.toUpperCase()} (${known.phone}) que ya baja`,
      created_at: at,
      expires_at: later,
      ended_at: at,
    })
    .execute();
  await db
    .insertInto("visitors")
    .values({
      id: newId(),
      apartment_id: apartmentId,
      call_id: callId,
      name: known.name,
      photo_file_id: await kept("visitor"),
      document_file_id: await kept("document"),
      type: "VISITANTE_CONOCIDO",
      created_by: lobby.id,
      created_at: at,
    })
    .execute();
  await db
    .insertInto("ring_pictures")
    .values({ ringing_id: newId(), call_id: callId, picture_file_id: await kept("ring"), taken_at: at })
    .execute();
  const blocked = { apartment_id: apartmentId, caller_id: userId, blocked_at: at };
  await db.insertInto("blocked_callers").values(blocked).execute();
  for (const isAuthorised of [true, false]) {
    await db
      .insertInto("visits")
      .values({
        id: newId(),
        ...owned,
        building_id: buildingId,
        day: "2026-11-23",
        code_digest: randomBytes(32),
        closed_code: randomBytes(32),
        device_digest: randomBytes(32),
        photo_file_id: await kept("visit"),
        requested_at: at,
        expires_at: later,
        ...(isAuthorised ? { authorised_at: at, authorised_by: lobby.id } : {}),
      })
      .execute();
  }
  await madePass(server, building, person, {
    apartmentId,
    guest: {
      name: `Invitado de ${known.name}`,
      cedula: "52000111",
      phone: "3009998877",
      email: `visita.${known.email}`,
      plate: "XYZ987",
      company: "Mudanzas",
    },
    names: [`Invitada de ${known.name}`],
  });
  const device = { id: newId(), ...owned, session_id: sessionId, kind: "fcm" as const, token: "x" };
  await db
    .insertInto("push_devices")
    .values({ ...device, token_hash: randomBytes(32), name: `El de ${known.name}`, registered_at: at })
    .execute();
  const [space] = await db.selectFrom("spaces").select("id").where("user_id", "=", userId).execute();
  const rule = { ...owned, space_id: space?.id ?? "", kind: "doors", tells: "every", hours: "[]" } as const;
  await db.insertInto("notice_rules").values(rule).execute();
  const { id: watcher } = await server.newPerson();
  await db
    .insertInto("arrival_watches")
    .values({
      space_id: space?.id ?? "",
      watcher_id: watcher,
      watched_id: userId,
      state: "allowed",
      asked_at: at,
      decided_at: at,
      decided_by: userId,
    })
    .execute();
  const quiet = { days: [1], from: "22:00", to: "06:00", timeZone: "America/Bogota" };
  await db
    .insertInto("quiet_hours")
    .values({ ...owned, hours: JSON.stringify(quiet) })
    .execute();
  await db
    .insertInto("held_notices")
    .values({ id: newId(), ...owned, words: randomBytes(32), created_at: at, due_at: later })
    .execute();
  const testId = newId();
  const test = { id: testId, ...owned, started_at: at, expires_at: later };
  await db.insertInto("bell_tests").values(test).execute();
  await db
    .insertInto("bell_test_devices")
    .values({
      id: newId(),
      test_id: testId,
      session_id: sessionId,
      name: `El de ${known.name}`,
      form: "phone",
    })
    .execute();
  for (const to of [
    { user_id: userId, recipient: known.email },
    { user_id: null, recipient: known.phone },
  ]) {
    await db
      .insertInto("outbox")
      .values({
        id: newId(),
        ...to,
        channel: "mail",
        words: randomBytes(20),
        created_at: at,
        next_attempt_at: later,
        expires_at: later,
      })
      .execute();
  }
  const order = { id: newId(), building_id: buildingId, door_id: door.id, requested_by: userId };
  await db
    .insertInto("door_orders")
    .values({ ...order, action: 201, issued_at: at, call_id: callId })
    .execute();
  const event = { building_id: buildingId, door_id: door.id, door_name: "Puerta", occurred_at: at };
  await db
    .insertInto("open_door_events")
    .values({ id: newId(), ...event, ...owned, origin: "APP", picture_file_id: await kept("opening") })
    .execute();
  await db
    .insertInto("access_events")
    .values({
      id: newId(),
      ...event,
      ...owned,
      tag: "ABCD1234",
      outcome: "granted",
      is_offline: false,
      picture_file_id: await kept("access"),
    })
    .execute();
  const alarmId = newId();
  await db
    .insertInto("alarms")
    .values({
      id: alarmId,
      building_id: buildingId,
      event: "EMERGENCY",
      drill: true,
      raised_at: at,
      changed_at: at,
      silenced_at: at,
      silence_reason: `Llamó ${known.name} desde el ${known.phone}`,
      note: `${known.name} se cayó; su cédula es ${cedula}.`,
    })
    .execute();
  const raised = { alarm_id: alarmId, ...owned, action: "raised" as const, at };
  await db.insertInto("alarm_people").values(raised).execute();
  return person;
}
