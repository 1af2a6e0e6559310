-- The same order on every machine, and the one in which an index finds the names that begin as somebody types.
alter table user_search alter column name_key type text collate "C";
