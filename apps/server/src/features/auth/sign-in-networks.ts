import { networkOf } from "../../platform/address.ts";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { forgetNetworks, isNoted, noteNetwork } from "./sign-in-networks.queries.ts";

/** How long a place counts as somebody's own after they signed in there (decisions §3). */
const KEPT_MS = 30 * 24 * 3_600_000;

const digestOf = ({ digest }: Services, userId: string, address: string): Buffer =>
  digest.of("sign-in network", userId, networkOf(address));

const lately = ({ clock }: Services): Date => new Date(clock.now().getTime() - KEPT_MS);

/** Remembers that this person proved who they are from there. */
export const rememberPlace = (services: Services, trx: Trx, userId: string, address: string): Promise<void> =>
  noteNetwork(trx, userId, digestOf(services, userId, address), services.clock.now());

/** Did this person prove who they are from there in the last 30 days? */
export const isOwnPlace = (services: Services, userId: string, address: string): Promise<boolean> =>
  isNoted(services.db, userId, digestOf(services, userId, address), lately(services));

export const forgetOldPlaces = (services: Services): Promise<void> =>
  forgetNetworks(services.db, lately(services));
