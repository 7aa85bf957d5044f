/** The keys that work in the mode that is shown; folded away, those of the other, whose money is another, and those that ended. */
import {
  Ban,
  CircleCheck,
  FlaskConical,
  Gauge,
  Hourglass,
  type LucideIcon,
  RefreshCw,
  TimerOff,
  Trash2,
  Zap,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { keyLink } from '../../data/addresses.ts';
import type { ApiKey, SpendLimit } from '../../data/resources.ts';
import { useScope } from '../../data/scope.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { IconButton } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { Money } from '../../ui/money.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { type Column, Table } from '../../ui/table.tsx';

interface KeyActions {
  /** Left out where the reader may not. */
  onLimit?: ((key: ApiKey) => void) | undefined;
  onRotate?: ((key: ApiKey) => void) | undefined;
  onRevoke?: ((key: ApiKey) => void) | undefined;
}

const states: Record<ApiKey['state'], { tone: Tone; icon: LucideIcon; word: string }> = {
  active: { tone: 'good', icon: CircleCheck, word: 'Active' },
  expiring: { tone: 'warn', icon: Hourglass, word: 'Expiring' },
  expired: { tone: 'neutral', icon: TimerOff, word: 'Expired' },
  revoked: { tone: 'neutral', icon: Ban, word: 'Revoked' },
};

/** Nobody holds the key that generations from these pages belong to, so there is nothing to rotate. */
const isHeld = ({ last4 }: ApiKey): boolean => last4 !== '';

const works = ({ state }: ApiKey): boolean => state === 'active' || state === 'expiring';

export function KeysTable({ keys, ...actions }: KeyActions & { keys: readonly ApiKey[] }) {
  const { mode } = useScope();
  const other = mode === 'live' ? 'sandbox' : 'live';
  const working = keys.filter(works);
  const shown = working.filter((key) => key.mode === mode);
  const others = working.filter((key) => key.mode === other);
  const ended = keys.filter((key) => !works(key));
  return (
    <>
      {shown.length === 0 ? (
        <p className="text-muted">No {mode} key works at the moment.</p>
      ) : (
        <KeyRows label="Keys" keys={shown} {...actions} />
      )}
      {others.length > 0 && (
        // Another list in the other mode: it is folded again.
        <Folded key={other} words={others.length === 1 ? `1 ${other} key` : `${others.length} ${other} keys`}>
          <KeyRows label={`Keys, ${other}`} keys={others} {...actions} />
        </Folded>
      )}
      {ended.length > 0 && (
        <Folded words={ended.length === 1 ? '1 key that has ended' : `${ended.length} keys that have ended`}>
          <KeyRows label="Keys that have ended" keys={ended} />
        </Folded>
      )}
    </>
  );
}

function Folded({ words, children }: { words: string; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit rounded-control py-1 text-muted hover:text-ink">{words}</summary>
      <div className="pt-3">{children}</div>
    </details>
  );
}

function KeyRows({ label, keys, ...actions }: KeyActions & { label: string; keys: readonly ApiKey[] }) {
  return <Table label={label} columns={columnsOf(actions)} items={keys} keyOf={({ id }) => id} />;
}

const endOf = ({ revoked_at, expires_at }: ApiKey) => revoked_at ?? expires_at;

const columnsOf = ({ onLimit, onRotate, onRevoke }: KeyActions): Column<ApiKey>[] => [
  { name: 'Name', className: 'w-full max-w-0 min-w-40', cell: (key) => <KeyName apiKey={key} /> },
  {
    name: 'State',
    from: 'sm',
    cell: ({ state }) => <StatePill state={state} />,
  },
  { name: 'Created', from: 'xl', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
  { name: 'Last used', from: 'md', className: 'text-muted', cell: (key) => <AgeOrNever time={key.last_used_at} /> },
  { name: 'Expires', from: 'xl', className: 'text-muted', cell: (key) => <AgeOrNever time={endOf(key)} /> },
  {
    name: 'Spent, 30 days',
    align: 'right',
    from: 'sm',
    cell: ({ spent_30_days, spend_limit }) => (
      <>
        <Money amount={spent_30_days} as="spent" />
        {spend_limit !== null && <LimitUse limit={spend_limit} />}
      </>
    ),
  },
  ...(onLimit && onRevoke && onRotate
    ? [
        {
          name: 'Actions',
          head: 'unseen' as const,
          className: 'w-0 pl-0',
          cell: (key: ApiKey) => (
            <span className="flex justify-end">
              {isHeld(key) && (
                <IconButton icon={RefreshCw} label={`Rotate ${key.name}`} onClick={() => onRotate(key)} />
              )}
              <IconButton icon={Gauge} label={`Limit what ${key.name} may spend`} onClick={() => onLimit(key)} />
              <IconButton icon={Trash2} label={`Revoke ${key.name}`} onClick={() => onRevoke(key)} />
            </span>
          ),
        },
      ]
    : []),
];

function StatePill({ state }: { state: ApiKey['state'] }) {
  const { tone, icon, word } = states[state];
  return (
    <Pill tone={tone} icon={icon}>
      {word}
    </Pill>
  );
}

/** What is spent of it in the period of now; nearly all of it is worth a colour. */
function LimitUse({ limit }: { limit: SpendLimit }) {
  const { amount, period, spent, resets_at } = limit;
  const isNear = Number(spent) >= 0.9 * Number(amount);
  return (
    <span
      title={`Begins anew ${exactTime(resets_at)}`}
      className={classes('text-small whitespace-nowrap', isNear ? 'text-warn' : 'text-muted', 'sm:block')}
    >
      <Money amount={spent} as="spent" /> of <Money amount={amount} as="exact" /> a {period}
    </span>
  );
}

function AgeOrNever({ time }: { time: string | null }) {
  return time === null ? 'Never' : <Age time={time} />;
}

function KeyName({ apiKey }: { apiKey: ApiKey }) {
  return (
    <>
      <Link
        href={keyLink(apiKey.id)}
        title={apiKey.name}
        className="block min-h-6 truncate leading-6 font-medium underline-offset-4 hover:underline"
      >
        {apiKey.name}
      </Link>
      <span className="flex flex-wrap items-center gap-x-1.5 text-small whitespace-nowrap text-muted">
        {apiKey.mode === 'sandbox' ? <FlaskConical size={13} aria-hidden /> : <Zap size={13} aria-hidden />}
        {apiKey.mode === 'sandbox' ? 'Sandbox' : 'Live'}
        {isHeld(apiKey) ? (
          <span className="font-mono">…{apiKey.last4}</span>
        ) : (
          <span className="hidden sm:inline">· these pages</span>
        )}
        <span className="sm:hidden">
          · <Money amount={apiKey.spent_30_days} as="spent" />
        </span>
      </span>
      <NarrowFacts apiKey={apiKey} />
    </>
  );
}

/** What stands in columns where the page is wide enough for them. */
function NarrowFacts({ apiKey }: { apiKey: ApiKey }) {
  const { state, last_used_at } = apiKey;
  const end = endOf(apiKey);
  return (
    <span data-narrow className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted xl:hidden">
      <span className="sm:hidden">
        <StatePill state={state} />
      </span>
      <span className="md:hidden">
        {last_used_at === null ? (
          'never used'
        ) : (
          <>
            used <Age time={last_used_at} />
          </>
        )}
      </span>
      {apiKey.spend_limit !== null && (
        <span className="sm:hidden">
          <LimitUse limit={apiKey.spend_limit} />
        </span>
      )}
      {end !== null && (
        <span>
          {works(apiKey) ? 'expires' : 'ended'} <Age time={end} />
        </span>
      )}
    </span>
  );
}
