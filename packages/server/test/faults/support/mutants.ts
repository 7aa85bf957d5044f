/** Deliberate faults in the source, one guard each taken away: the tests named beside it must notice. */

export interface Mutant {
  /** What is taken away. */
  name: string;
  file: string;
  /** Stands exactly once in the file. */
  find: string;
  replace: string;
  /** The smallest test files that must turn red. */
  tests: readonly string[];
  /** Part of the quick run. */
  sample?: true;
}

const server = 'packages/server/src';
const tests = 'packages/server/test';

export const mutants: readonly Mutant[] = [
  {
    name: 'the fence of a completion',
    file: `${server}/generations/store.ts`,
    find: `where id = $1 and attempt = $2 and \${mayBecome('completed')}`,
    replace: `where id = $1 and $2::integer > 0 and \${mayBecome('completed')}`,
    tests: [`${tests}/invariants/terminal-rows.test.ts`],
    sample: true,
  },
  {
    name: 'the fence of a failure',
    file: `${server}/generations/store.ts`,
    find: `where id = $1 and attempt = $2 and \${mayBecome('failed')}`,
    replace: `where id = $1 and $2::integer >= 0 and \${mayBecome('failed')}`,
    tests: [`${tests}/invariants/terminal-rows.test.ts`],
    sample: true,
  },
  {
    name: 'one refund a generation',
    file: `${server}/db/migrations/0106_ledger.sql`,
    find: 'create unique index ledger_entries_once',
    replace: 'create index ledger_entries_once',
    tests: [`${tests}/invariants/terminal-rows.test.ts`],
    sample: true,
  },
  {
    name: 'a charge that cannot change',
    file: `${server}/db/migrations/0125_rows_that_end.sql`,
    find: 'before update of id, account_id, api_key_id, price, created_at on generations',
    replace: 'before update of id on generations',
    tests: [`${tests}/invariants/terminal-rows.test.ts`],
  },
  {
    name: 'the moves of a generation',
    file: `${server}/db/migrations/0103_generations.sql`,
    find: `('pending', 'processing'), ('pending', 'failed'),`,
    replace: `('pending', 'processing'), ('pending', 'failed'), ('pending', 'completed'),`,
    tests: [`${tests}/invariants/state-moves.test.ts`],
  },
  {
    name: 'how a generation begins',
    file: `${server}/db/migrations/0133_told_by_programs.sql`,
    find: `when (new.status <> 'pending' or`,
    replace: `when (`,
    tests: [`${tests}/invariants/state-moves.test.ts`],
  },
  {
    name: 'what waits keeps its month',
    file: `${server}/db/migrations/0131_months.sql`,
    find: `
        or exists (select from webhook_deliveries where state = 'waiting' and (id < high or generation_id < high)) then`,
    replace: ' then',
    tests: [`${tests}/records/end-months.test.ts`],
  },
  {
    name: 'a month is carried once',
    file: `${server}/db/migrations/0131_months.sql`,
    find: 'perform pg_advisory_xact_lock_shared(',
    replace: 'perform abs(',
    tests: [`${tests}/records/end-months.test.ts`],
  },
  {
    name: 'a look at every server before one is used',
    file: `${server}/db/primary-watch.ts`,
    find: 'if (states.size < addresses.length) return;',
    replace: '',
    tests: [`${tests}/db/several-servers.test.ts`],
  },
  {
    name: 'the timeline of a server that was left behind',
    file: `${server}/db/primary-watch.ts`,
    find: ' && lineage.timeline === newest.timeline',
    replace: '',
    tests: [`${tests}/db/several-servers.test.ts`],
  },
  {
    name: 'the egress guard',
    file: `${server}/net/checked-connect.ts`,
    find: `if (verdicts.includes('refused')) throw new ConnectFault('refused_address');`,
    replace: '',
    tests: [`${tests}/net/safe-fetch.test.ts`],
    sample: true,
  },
  {
    name: 'the egress guard that Node holds',
    file: `${server}/net/checked-connect.ts`,
    find: `...(verdicts.includes('allowed') ? {} : { blockList }),`,
    replace: '',
    tests: [`${tests}/net/addresses.test.ts`],
  },
  {
    name: 'private ranges in the gate',
    file: `${server}/net/addresses.ts`,
    find: `if (refusedRanges.some((range) => inside(address, range))) return 'refused';`,
    replace: '',
    tests: [`${tests}/net/addresses.test.ts`],
  },
  {
    name: 'the balance check of one account',
    file: `${server}/db/migrations/0139_suspended_pays_nothing.sql`,
    find: 'where id = p_payers[1] and balance >= p_totals[1]',
    replace: 'where id = p_payers[1]',
    tests: [`${tests}/invariants/ledger.test.ts`],
    sample: true,
  },
  {
    name: 'the balance check of several accounts',
    file: `${server}/db/migrations/0139_suspended_pays_nothing.sql`,
    find: 'where a.id = due.account and a.balance >= due.total',
    replace: 'where a.id = due.account',
    tests: [`${tests}/invariants/shared-statement.test.ts`],
    sample: true,
  },
  {
    name: 'the limit of what a key spends',
    file: `${server}/db/migrations/0118_spend_limits.sql`,
    find: 'from asked where spent > amount',
    replace: 'from asked where spent > amount + 1000000000',
    tests: [`${tests}/stories/spend-limit.test.ts`],
  },
  {
    name: 'only who paid gets a generation',
    file: `${server}/generations/submit-store.ts`,
    find: `where \${at('account_id')} = any (charged.payers)`,
    replace: `where \${at('account_id')} is not null`,
    tests: [`${tests}/invariants/shared-statement.test.ts`],
    sample: true,
  },
  {
    name: 'only who paid takes turns',
    file: `${server}/db/migrations/0139_suspended_pays_nothing.sql`,
    find: 'where account = any (payers)) queue',
    replace: ') queue',
    tests: [`${tests}/invariants/shared-statement.test.ts`],
  },
  {
    name: 'a key that is no longer held',
    file: `${server}/db/migrations/0136_only_who_paid.sql`,
    find: 'if keys_used < keys_held then',
    replace: 'if keys_used < 0 then',
    tests: [`${tests}/invariants/idempotency-fence.test.ts`],
    sample: true,
  },
  {
    name: 'a batch whose end is unknown is not sent again',
    file: `${server}/generations/charge.ts`,
    find: 'if (fault instanceof DatabaseUnavailable) throw fault;',
    replace: '',
    tests: [`${tests}/invariants/charge.test.ts`],
  },
  {
    name: 'what a webhook signature covers',
    file: `${server}/webhooks/sign.ts`,
    find: '.update(signed)',
    replace: '.update(message.id)',
    tests: [`${tests}/webhooks/sign.test.ts`],
    sample: true,
  },
  {
    name: 'the fence of a delivery',
    file: `${server}/webhooks/store.ts`,
    find: `where id = $1 and worker = $2 and attempts = $3 - 1 and state = 'waiting'
          returning id)
        update webhook_attempts a`,
    replace: `where id = $1 and $2::text <> '' and attempts = $3 - 1 and state = 'waiting'
          returning id)
        update webhook_attempts a`,
    tests: [`${tests}/webhooks/attempt.test.ts`],
  },
  {
    name: 'one generation a key',
    file: `${server}/generations/idempotency-store.ts`,
    find: 'where k.expires_at <= account_now($1)',
    replace: '',
    tests: [`${tests}/http/idempotency.test.ts`],
  },
  {
    name: 'a key with another body',
    file: `${server}/generations/idempotency.ts`,
    find: `if (!first.body_sha256.equals(request.bodySha256)) return { outcome: 'mismatch' };`,
    replace: '',
    tests: [`${tests}/http/idempotency.test.ts`],
  },
  {
    name: 'the checksum of an API key',
    file: `${server}/accounts/key-text.ts`,
    find: ' && checksumOf(parts[1]!) === parts[2]',
    replace: '',
    tests: [`${tests}/accounts/key-text.test.ts`],
  },
  {
    name: 'a revoked key',
    file: `${server}/accounts/store.ts`,
    find: 'where k.secret_sha256 = any ($1) and k.revoked_at is null',
    replace: 'where k.secret_sha256 = any ($1)',
    tests: [`${tests}/stories/revoked-key.test.ts`],
  },
  {
    name: 'the signature of a link',
    file: `${server}/media/links.ts`,
    find: ' || !timingSafeEqual(given, expected)',
    replace: '',
    tests: [`${tests}/media/links.test.ts`],
  },
  {
    name: 'the end of a link',
    file: `${server}/media/links.ts`,
    find: `? 'good' : 'expired'`,
    replace: `? 'good' : 'good'`,
    tests: [`${tests}/media/links.test.ts`],
  },
  {
    name: 'the byte limit of an upload',
    file: `${server}/http/body/upload-decoder.ts`,
    find: 'if (this.#bytes > this.#rule.bytesMax)',
    replace: 'if (this.#bytes > 1e12)',
    tests: [`${tests}/http/body-scanner.test.ts`],
  },
  {
    name: 'the byte limit of a body',
    file: `${server}/http/body/large-body.ts`,
    find: 'if (this.#receivedBytes > this.#rules.bytesMax) return tooLarge(this.#rules);',
    replace: '',
    tests: [`${tests}/faults/guards.test.ts`],
  },
  {
    name: 'a name twice in a body',
    file: `${server}/http/body/json-fault.ts`,
    find: 'if (names.has(name))',
    replace: 'if (name.length > 1e9)',
    tests: [`${tests}/http/body-json.test.ts`],
  },
  {
    name: 'the end of a lease',
    file: `${server}/db/migrations/0127_commits_side_by_side.sql`,
    find: 'where engine = p_engine and lease_until < clock_timestamp() and (worker is not null) = dead',
    replace: `where engine = p_engine and lease_until < '-infinity' and (worker is not null) = dead`,
    tests: [`${tests}/invariants/terminal-rows.test.ts`],
  },
  {
    name: 'the time limit of a job that waits',
    file: `${server}/db/migrations/0110_engines.sql`,
    find: 'where turn is not null and deadline_at <= account_now(account_id)',
    replace: 'where turn is not null and deadline_at is null',
    tests: [`${tests}/invariants/terminal-rows.test.ts`, `${tests}/invariants/ledger.test.ts`],
  },
  {
    name: 'the time limit of a job at work',
    file: `${server}/db/migrations/0110_engines.sql`,
    find: 'where finished_at is null and turn is null and deadline_at <= account_now(account_id)',
    replace: 'where finished_at is null and turn is null and deadline_at is null',
    tests: [`${tests}/invariants/terminal-rows.test.ts`, `${tests}/invariants/engine-trouble.test.ts`],
  },
  {
    name: 'a change that a poll must see',
    file: `${server}/generations/store.ts`,
    find: 'where g.status is distinct from known.status or g.progress is distinct from known.progress',
    replace: 'where g.status is distinct from known.status',
    tests: [`${tests}/invariants/fresh-polls.test.ts`],
    sample: true,
  },
  {
    name: 'whose record it is',
    file: `${server}/generations/records.ts`,
    find: 'found.account_id !== who.accountId || found.family',
    replace: 'found.family',
    tests: [`${tests}/http/other-accounts.test.ts`],
  },
  {
    name: 'whose remembered record it is',
    file: `${server}/generations/records.ts`,
    find: 'known.accountId !== who.accountId || known.family',
    replace: 'known.family',
    tests: [`${tests}/faults/guards.test.ts`],
  },
  {
    name: 'the rate limit',
    file: `${server}/http/rate-limit.ts`,
    find: 'const allowed = window.count < limit;',
    replace: 'const allowed = true;',
    tests: [`${tests}/http/rate-limit.test.ts`],
  },
  {
    name: 'directives in the sandbox only',
    file: 'packages/contract/src/read-request.ts',
    find: `mode === 'sandbox'`,
    replace: `mode.length > 0`,
    tests: [`${tests}/http/sandbox.test.ts`],
  },
  {
    name: 'which failures give the money back',
    file: `${server}/generations/settle.ts`,
    find: `owed === 'not owed' && refunds(failed.family, failure.code)`,
    replace: `owed === 'not owed' && failed.price > 0`,
    tests: [`${tests}/invariants/ledger.test.ts`],
  },
  {
    name: 'a price that a paid engine is owed is kept',
    file: `${server}/generations/settle.ts`,
    find: `owed === 'not owed' &&`,
    replace: `owed !== 'owed to nobody' &&`,
    tests: [`${tests}/engines/cancel-elsewhere.test.ts`],
  },
  {
    name: 'the announcement of an end',
    file: `${server}/generations/settle.ts`,
    find: `if (typeof settled !== 'string') await announce(tx, services, settled);`,
    replace: 'void announce;',
    tests: [`${tests}/stories/time-limit.test.ts`],
  },
  {
    name: 'the limit of redirects',
    file: `${server}/net/safe-fetch.ts`,
    find: 'redirects <= order.redirectsMax;',
    replace: 'redirects <= 30;',
    tests: [`${tests}/net/safe-fetch.test.ts`],
  },
];
