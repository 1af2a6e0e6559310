-- Vehicles of guests are found by the beginning of their plate, however it was written: 'abc-123', 'ABC 123'.

create index passes_plates on passes ((regexp_replace(upper(guest_plate), '[^A-Z0-9]', '', 'g') collate "C"))
  where guest_plate <> '';
