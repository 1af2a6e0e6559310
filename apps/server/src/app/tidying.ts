import { tidyAccess } from "../features/access-control/access-facts.ts";
import { tidyDocuments } from "../features/accounts/index.ts";
import { tidyIntrusions } from "../features/alarms/intrusion-facts.ts";
import { tidySessions } from "../features/auth/session-tidying.ts";
import { forgetOldPlaces } from "../features/auth/sign-in-networks.ts";
import { tidyVisitors } from "../features/calls/kept-visitors.ts";
import { tidyRingPictures } from "../features/calls/ring-pictures.ts";
import { tidyClips } from "../features/clips/clip-facts.ts";
import { tidySetAside } from "../features/controllers/facts-set-aside.ts";
import { settleForgottenOrders } from "../features/doors/door-orders.ts";
import { tidyOpeningPictures } from "../features/doors/opening-pictures.ts";
import { tidySignVisitors } from "../features/entrance-sign/sign-tidying.ts";
import { tidyOutsideEvents } from "../features/integrations/outside-feed.ts";
import { tidyDeliveries } from "../features/integrations/webhook-dispatcher.ts";
import { tidyShiftPinFailures } from "../features/kiosks/shift-pin-failures.ts";
import { tidyShifts } from "../features/kiosks/shift-tidying.ts";
import { tidyLogbook } from "../features/logbook/logbook-tidying.ts";
import { tidyNotices } from "../features/notice-rules/home-notices.service.ts";
import { tidyParcels } from "../features/parcels/parcel-tidying.ts";
import { tidyPassPictures } from "../features/passes/pass-pictures.ts";
import { tidyPasses } from "../features/passes/pass-tidying.ts";
import { tidyContactProposals } from "../features/users/contact-proposals.service.ts";
import { tidyInvitations } from "../features/users/invitations.service.ts";
import { tidyVisitPictures } from "../features/visits/visit-pictures.ts";
import { tidyVisitCodes } from "../features/visits/visit-tidying.ts";
import type { Services } from "../platform/context.ts";
import { Housekeeping } from "../platform/housekeeping.ts";

/** What each room takes away once its time is over. */
export function housekeepingOf(services: Services): Housekeeping {
  return new Housekeeping(services, [
    settleForgottenOrders,
    tidyDocuments,
    tidyVisitors,
    tidyRingPictures,
    tidyVisitPictures,
    tidyVisitCodes,
    tidyParcels,
    tidyPasses,
    tidySignVisitors,
    tidyPassPictures,
    tidyLogbook,
    tidyOpeningPictures,
    tidyIntrusions,
    tidyClips,
    tidyAccess,
    tidySetAside,
    forgetOldPlaces,
    tidyShifts,
    tidySessions,
    tidyShiftPinFailures,
    tidyInvitations,
    tidyContactProposals,
    tidyDeliveries,
    tidyOutsideEvents,
    tidyNotices,
  ]);
}
