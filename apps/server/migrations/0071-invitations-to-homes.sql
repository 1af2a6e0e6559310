-- Somebody is invited to a home by a name and a mail or telephone alone: their document's number is said by themselves
-- when they accept (null until then).

alter table invitations alter column cedula drop not null;

-- By the word of the home's leader, which holds only while the inviter leads that home.
alter table invitations add column by_home boolean not null default false check (not by_home or apartment_id is not null);
-- The account that has the number they said, with other addresses: nobody accepts.
alter table invitations add column conflicts_with uuid references users (id) on delete set null;

-- One for the same role, place and address.
create unique index invitations_one_unnamed on invitations
  (building_id, coalesce(apartment_id, '00000000-0000-0000-0000-000000000000'), role, lower(email), phone)
  where cedula is null;
