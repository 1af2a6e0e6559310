-- Nobody voids what somebody else asked for.

-- who asks, until the request is answered: mails for one person are few, but not to who asks from where they signed in
alter table recovery_requests add column network text not null default '';

-- A code is told again to the device that asked for it; any other device gets one of its own.
alter table visits add column device_digest bytea;
-- the code, encrypted under a key that is not in this database
alter table visits add column closed_code bytea;
drop index visits_one_live;
create unique index visits_of_device on visits (building_id, user_id, day, device_digest)
  where replaced_at is null and authorised_at is null;

-- wrong codes are counted as other guesses are, so that nobody uses up the tries of somebody else
alter table registration_claims drop column tries;
