/** The pages of the operator's screen: where each is, and what it is called. */
import { addresses } from '../../data/addresses.ts';
export const operatorParts = [
  { part: undefined, name: 'Overview' },
  { part: 'engines', name: 'Engines' },
  { part: 'jobs', name: 'Jobs' },
  { part: 'accounts', name: 'Accounts' },
  { part: 'people', name: 'People' },
  { part: 'invitations', name: 'Invitations' },
  { part: 'log', name: 'Log' },
] as const;

export type OperatorPart = (typeof operatorParts)[number];

export const operatorLink = ({ part }: Pick<OperatorPart, 'part'>): string =>
  part === undefined ? addresses.operator : `${addresses.operator}/${part}`;

/** One account with everything about it, and the jobs of one. */
export const accountLink = (id: string): string => `${operatorLink({ part: 'accounts' })}?of=${id}`;
export const jobsLink = (account: string): string => `${operatorLink({ part: 'jobs' })}?of=${account}`;
