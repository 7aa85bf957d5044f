/** A row of the tables of settings: its name, what it may be, what it means, and what it is unset. */
import type { Family } from '@afterimage/contract';
import type { Kind } from './kinds.ts';
import type { EnvironmentSettings } from './settings.ts';

/** What defaults may depend on besides the families. */
export interface Machine {
  checkoutFolder: string;
  workingFolder: string;
  cores: number;
}

export interface Setting<Value> {
  readonly name: string;
  readonly kind: Kind<Value>;
  readonly meaning: string;
  /** The default in words, where its value differs from machine to machine or says too little. */
  readonly defaultSaid?: string;
  default(given: { machine: Machine; families: readonly Family[] }): Value;
  /** What a default that means "as the others say" comes to; `afterimage config` shows it. */
  readonly comesTo?: (settings: EnvironmentSettings) => string;
}

export type Table<Values> = { readonly [Key in keyof Values]: Setting<Values[Key]> };
