-- Parcels were handed over or given back by one press: sent again after a lost answer, it is the same one.
alter table parcels add column closing_request_id uuid;
