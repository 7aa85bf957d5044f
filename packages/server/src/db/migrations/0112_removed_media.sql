-- Rows of files that are long gone are deleted; this finds them.
create index media_objects_removed on media_objects (removed_at) where removed_at is not null;
