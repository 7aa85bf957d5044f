-- People, the accounts they are in, how they come in and where they are signed in.

create table people (
  id uuid primary key default uuidv7(),
  email text not null,
  operator boolean not null default false,
  -- As PHC strings say it: algorithm, parameters, salt and hash. Null until a password is set.
  password text,
  -- False only for who signed up by themselves: nobody has seen that the address is theirs.
  email_proven boolean not null,
  created_at timestamptz not null default now()
);
comment on table people is 'Who may sign in to the dashboard.';
create unique index people_email on people (lower(email));

create table memberships (
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  primary key (account_id, person_id)
);
comment on table memberships is 'Who is in which account.';
create index memberships_person on memberships (person_id);

create table sessions (
  id uuid primary key default uuidv7(),
  -- Of the cookie's token, which is not kept.
  token_sha256 bytea not null unique,
  person_id uuid not null references people,
  began_with text not null check (began_with in ('link', 'password', 'oidc', 'sign_up')),
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
comment on table sessions is 'One row a browser that is signed in; ending a session removes it.';
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

create table sign_in_links (
  token_sha256 bytea primary key,
  account_id uuid not null references accounts,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table sign_in_links is 'One-use links into the dashboard; only the hash of the token is kept.';

create table invitations (
  id uuid primary key default uuidv7(),
  token_sha256 bytea not null unique,
  email text not null,
  role text not null check (role in ('owner', 'member')),
  -- Null: using the link makes a new account.
  account_id uuid references accounts,
  invited_by uuid not null references people,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz,
  withdrawn_at timestamptz
);
comment on table invitations is 'Links that an operator hands out; only the hash of the token is kept.';
create index invitations_created on invitations (created_at);

create table oidc_identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
comment on table oidc_identities is
  'A person as an OpenID provider knows them: their address may change there, the subject does not.';

-- Unlogged: losing them in a crash hurts nobody, and a try costs no wait for the disk.
create unlogged table sign_in_tries (
  name text primary key,
  tried_at timestamptz[] not null,
  -- When the last of them is forgotten.
  expires_at timestamptz not null
);
comment on table sign_in_tries is 'One row an email address or caller that was wrong lately, with the times of its tries.';
create index sign_in_tries_expiry on sign_in_tries (expires_at);
