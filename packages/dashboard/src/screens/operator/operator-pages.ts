/** The pages of the operator's screen: where each is, and what it is called. */
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

export const operatorLink = ({ part }: OperatorPart): string =>
  part === undefined ? '/operator' : `/operator/${part}`;
