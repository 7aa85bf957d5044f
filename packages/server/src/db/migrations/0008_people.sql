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
create unique index people_email on people (lower(email));

create table memberships (
  account_id uuid not null references accounts,
  person_id uuid not null references people,
  role text not null check (role in ('owner', 'member')),
  created_at timestamptz not null default now(),
  primary key (account_id, person_id)
);
create index memberships_person on memberships (person_id);

-- One row a browser that is signed in; ending a session removes it. Only the hash of the cookie's token is kept.
create table sessions (
  id uuid primary key default uuidv7(),
  token_sha256 bytea not null unique,
  person_id uuid not null references people,
  began_with text not null check (began_with in ('link', 'password', 'oidc', 'sign_up')),
  user_agent text,
  address text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_person on sessions (person_id);
create index sessions_expiry on sessions (expires_at);

-- Links that an operator hands out; only the hash of the token is kept.
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
create index invitations_created on invitations (created_at);

-- A person as an OpenID provider knows them: their address may change there, the subject does not.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  person_id uuid not null references people,
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- A service that has had its first start has an owner: the oldest account's.
with first_account as (
  select id, email from accounts where kind = 'live' order by created_at, id limit 1
), owner as (
  insert into people (email, operator, email_proven) select email, true, true from first_account returning id
)
insert into memberships (account_id, person_id, role)
select first_account.id, owner.id, 'owner' from first_account, owner;
