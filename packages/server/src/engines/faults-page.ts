/** The table of errors for the guide: what each class becomes for callers, and what happens next. */
import { type Family, families } from '@afterimage/contract';
import { defaultRefundTable } from '../config/family-tables.ts';
import { type FaultRule, faultRules } from './faults.ts';

const next: Readonly<Record<Exclude<FaultRule['next'], number>, string>> = {
  never: 'no',
  operator: 'where `content_policy_fallback` says so',
  unbilled: 'where nothing is owed',
};

const nextOf = ({ next: rule }: FaultRule): string => {
  if (typeof rule === 'string') return next[rule];
  return rule === 1 ? 'at once' : `after ${rule} tries`;
};

const again: Readonly<Record<FaultRule['again'], string>> = {
  never: 'no',
  passes: 'until the time limit',
  free: 'a few times, where it costs nothing',
};

const code = (text: string) => `\`${text}\``;

/** Families that call everything the same share a column. */
function groups(): { title: string; families: Family[] }[] {
  const calls = (family: Family) => Object.values(faultRules).map(({ failure }) => family.failureCode(failure));
  return Object.values(Object.groupBy(families, (family) => calls(family).join())).map((group) => ({
    title: group!.map(({ slug }) => slug).join(', '),
    families: group!,
  }));
}

export function faultsTable(): string {
  const columns = groups();
  const refunds = defaultRefundTable(families);
  const shown = ({ families: [family] }: { families: Family[] }, { failure }: FaultRule) => {
    const name = family!.failureCode(failure);
    return `${code(name)}${refunds[family!.slug]![name] ? '' : ', kept'}`;
  };
  const head = [
    'Class',
    ...columns.map(({ title }) => title),
    'Same engine again',
    'Next engine',
    'Counts for the breaker',
  ];
  const rows = Object.entries(faultRules).map(([name, rule]) => [
    code(name),
    ...columns.map((column) => shown(column, rule)),
    again[rule.again],
    nextOf(rule),
    rule.breaker === 'counts' ? 'yes' : 'no',
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
