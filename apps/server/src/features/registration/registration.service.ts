import type { Asked } from "@umbral/contract/access-requests/access-requests.contract";
import type { VisitorRole } from "@umbral/contract/lib/roles";
import type {
  OwnerRole,
  Registration,
  ResidentRole,
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { announceRequest, requestAccess } from "../access-requests/access-requests.service.ts";
import { hashPassword } from "../auth/passwords.ts";
import { endUnknownVisitor, grantVisitorSpace } from "../spaces/index.ts";
import { type Account, keepAccount } from "./accounts.ts";
import {
  type Applicant,
  alreadyExists,
  type RequestSource,
  recognise,
  recogniseQuickly,
} from "./applicant.ts";
import { type Home, homeOf, type Place, visitedBuilding } from "./places.ts";
import { writeRequestReceipt, writeVisitorReceipt } from "./receipts.ts";
import { findVisitorSpace } from "./registration.queries.ts";

/** In 15 minutes, successes too (decisions §3): of one cédula and one address in all. */
const OF_CEDULA = 5;
const OF_ADDRESS = 60;

/** What a person without a name is called until they say one. */
const NAMELESS = "Visitante";

type Reply = Promise<{ registration: Registration }>;
type AccountForm = z.output<(typeof registerVisitor)["body"]>;

/** Asks for a place as resident or authorised person; the leader or the administration decides. */
export async function registerResidentAt(
  services: Services,
  apartmentId: string,
  form: z.output<(typeof registerResident)["body"]>,
  source: RequestSource,
): Reply {
  await countAttempt(services, form.cedula, source);
  const home = await homeOf(services, apartmentId, form, form.endsOn ?? null);
  return askFor(services, { ...form, livesHere: true }, source, home);
}

/** Asks for a place as owner or leader; the administration decides. */
export async function registerOwnerAt(
  services: Services,
  apartmentId: string,
  form: z.output<(typeof registerOwner)["body"]>,
  source: RequestSource,
): Reply {
  await countAttempt(services, form.cedula, source);
  const home = await homeOf(services, apartmentId, form, null);
  const livesHere = form.role === "RESIDENTE_LIDER" || form.livesHere === "true";
  return askFor(services, { ...form, livesHere }, source, home);
}

/** Registers a frequent visitor of a building, at once. */
export async function registerVisitorOf(services: Services, form: AccountForm, source: RequestSource): Reply {
  await countAttempt(services, form.cedula, source);
  const place = await visitedBuilding(services, form.buildingId);
  const applicant = await recognise(services, form, source);
  const account = await fullAccount(form, applicant);
  await keepAccount(services, applicant, account, source.address, async (trx, person) => {
    const spaceId = await letVisit(services, trx, person.userId, place, "VISITANTE_CONOCIDO");
    await endUnknownVisitor(trx, person.userId, place.buildingId, services.clock.now());
    await writeVisitorReceipt(services, trx, person, place);
    return { spaceId, buildingId: place.buildingId, role: "VISITANTE_CONOCIDO" };
  });
  services.wakeOutbox();
  return { registration: { status: "APPROVED", account: wordFor(applicant, "claimed") } };
}

/** Registers somebody who only passes by, at once and without a password. */
export async function registerQuickly(
  services: Services,
  form: z.output<(typeof registerExpress)["body"]>,
  source: RequestSource,
): Reply {
  await countAttempt(services, form.cedula, source);
  const place = await visitedBuilding(services, form.buildingId);
  const applicant = await recogniseQuickly(services, form);
  const account: Account = { ...form, name: NAMELESS, email: "", passwordHash: null };
  await keepAccount(services, applicant, account, source.address, async (trx, { userId }) => {
    const { buildingId } = place;
    const now = services.clock.now();
    // Who proved that they are a visitor there already is told that they are.
    const spaceId =
      (await findVisitorSpace(trx, userId, buildingId, now)) ??
      (await letVisit(services, trx, userId, place, "VISITANTE_DESCONOCIDO"));
    return { spaceId, buildingId, role: "VISITANTE_DESCONOCIDO" };
  });
  return { registration: { status: "APPROVED", account: wordFor(applicant, "known") } };
}

async function askFor(
  services: Services,
  form: AccountForm & Omit<Asked, "role" | "endsAt"> & { role: ResidentRole | OwnerRole },
  source: RequestSource,
  home: Home,
): Reply {
  const applicant = await recognise(services, form, source);
  const account = await fullAccount(form, applicant);
  const { buildingId, apartmentId, endsAt } = home;
  const requestId = await keepAccount(services, applicant, account, source.address, async (trx, person) => {
    const { userId } = person;
    // Whatever else the form says of the request goes with it.
    const spaceId = await requestAccess(services, trx, { ...form, userId, buildingId, apartmentId, endsAt });
    await writeRequestReceipt(services, trx, person, home, form.role);
    return { spaceId, buildingId, role: form.role };
  });
  await announceRequest(services, requestId);
  return { registration: { status: "PENDING", account: wordFor(applicant, "claimed") } };
}

/** Before anything is decoded or hashed: both cost more than asking. */
async function countAttempt(
  { db, clock }: Services,
  cedula: string,
  { address }: RequestSource,
): Promise<void> {
  const network = networkOf(address);
  const limits: Limit[] = [
    { subject: ["registration", "cedula", cedula, network], most: OF_CEDULA },
    { subject: ["registration", "address", network], most: OF_ADDRESS },
  ];
  const retryAfter = await takeAttempt(db, limits, clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}

async function fullAccount(form: AccountForm, applicant: Applicant): Promise<Account> {
  // Who has an account keeps it as it is.
  const passwordHash = applicant.kind === "known" ? null : await hashPassword(form.password);
  return { ...form, passwordHash };
}

async function letVisit(
  services: Services,
  trx: Trx,
  userId: string,
  { buildingId }: Place,
  role: VisitorRole,
): Promise<string> {
  const id = services.newId();
  const at = services.clock.now();
  if (!(await grantVisitorSpace(trx, { id, userId, buildingId, role, at }))) {
    throw alreadyExists("cedula");
  }
  return id;
}

const wordFor = (applicant: Applicant, whenClaiming: "claimed" | "known"): Registration["account"] =>
  applicant.kind === "new" ? "created" : applicant.kind === "known" ? "known" : whenClaiming;
