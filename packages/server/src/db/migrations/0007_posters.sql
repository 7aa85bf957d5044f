-- Posters: a small picture and a placeholder for outputs, for pages that show many of them.

alter table media_objects
  drop constraint media_objects_purpose_check,
  add constraint media_objects_purpose_check check (purpose in ('input', 'output', 'poster')),
  -- Of outputs whose engine made one: the medium that shows it small, kept as long as the output is.
  add column poster_media_id uuid,
  -- Some twenty bytes in base64 from which a page draws a blur until the poster arrives.
  add column thumbhash text,
  add check ((poster_media_id is null) = (thumbhash is null));
