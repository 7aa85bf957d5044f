/** What the schema is about, in the order in which its pages tell it. Indexes, triggers and their functions follow their tables. */

export interface Subject {
  readonly title: string;
  /** Tables, views and functions by their names. A new one is put where somebody who reads would look for it. */
  readonly names: string;
}

/** How money, state and messages move. */
export const subjects: readonly Subject[] = [
  { title: 'Accounts, and the keys of their callers', names: 'accounts account_now api_keys' },
  { title: 'Generations, and the log of their moves', names: 'generations generation_changes overdue_generations' },
  { title: 'The ledger', names: 'ledger_entries ledger spend_limits stay_within_limits' },
  {
    title: 'Submits, and the queue',
    names: 'idempotency_keys keep_attached engine_turns account_turns charge_submits',
  },
  { title: 'Claims', names: 'admit_delayed claim_generations' },
  { title: 'Engines', names: 'engines generation_attempts' },
  { title: 'Media', names: 'media_objects' },
  { title: 'Webhooks', names: 'webhook_secrets webhook_deliveries webhook_attempts' },
];

/** Money, state and messages of callers' generations do not move by these: beside the page they are told in a line each. */
export const subjectsApart: readonly Subject[] = [
  { title: 'What processes agree on, and what operators did', names: 'service_secrets maintenance operator_actions' },
  {
    title: 'People',
    names: 'people memberships sessions sign_in_links invitations oidc_identities sign_in_tries',
  },
  { title: 'What engines took, for the caps of a day', names: 'engine_costs' },
  { title: 'Workers that fetch their work', names: 'engine_keys pull_jobs' },
  { title: 'Positions in the queue, to be shown', names: 'queue_positions delayed_positions' },
  { title: 'Pages of the ledger, to be shown', names: 'families_of_account ledger_after ledger_before' },
  { title: 'What keys spent and asked for, to be shown', names: 'usage_days usage_marks key_requests' },
  {
    title: 'Months: the partitions of generations and what hangs on them',
    names: 'lowest_id_of make_months seal_months end_month',
  },
];
