-- Which store an object lies in: the folder of the service, or a bucket by its address.
-- Programs from 0115 on may run beside it.
alter table media_objects add column store text not null default 'folder';
