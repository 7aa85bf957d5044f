/** An account, its keys and its generations are live or sandbox: real money, or the play money of its twin. */
export const modes = ['live', 'sandbox'] as const;

export type Mode = (typeof modes)[number];
