-- A parcel that is moved to another home begins anew there: who sees it and hears of it, and when.
alter table parcels
  -- since when it is of the home that it is of; null for one that a version before this one wrote down: received_at, then
  add column at_home_since timestamptz;
-- Of one that was moved before, the row does not say when: it goes on by the day it was received.
update parcels set at_home_since = received_at;
