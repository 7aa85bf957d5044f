/** The keys that work, and, folded away, those that no longer do. */
import {
  Ban,
  CircleCheck,
  FlaskConical,
  Hourglass,
  type LucideIcon,
  RefreshCw,
  TimerOff,
  Trash2,
  Zap,
} from 'lucide-react';
import { Age } from '../../ui/age.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Money } from '../../ui/money.tsx';
import { Pill, type Tone } from '../../ui/pill.tsx';
import { Cell, HeadCell, Row, Table } from '../../ui/table.tsx';
import type { ApiKey } from './keys-screen.tsx';

interface KeyActions {
  /** Left out where the reader may not. */
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
  const working = keys.filter(works);
  const ended = keys.filter((key) => !works(key));
  return (
    <>
      {working.length === 0 ? (
        <p className="text-muted">No key works at the moment.</p>
      ) : (
        <KeyRows label="Keys" keys={working} {...actions} />
      )}
      {ended.length > 0 && (
        <details>
          <summary className="w-fit rounded-control py-1 text-muted hover:text-ink">
            {ended.length === 1 ? '1 key that has ended' : `${ended.length} keys that have ended`}
          </summary>
          <div className="pt-3">
            <KeyRows label="Keys that have ended" keys={ended} />
          </div>
        </details>
      )}
    </>
  );
}

function KeyRows({ label, keys, ...actions }: KeyActions & { label: string; keys: readonly ApiKey[] }) {
  const head = (
    <>
      <HeadCell>Name</HeadCell>
      <HeadCell className="hidden sm:table-cell">State</HeadCell>
      <HeadCell className="hidden lg:table-cell">Created</HeadCell>
      <HeadCell className="hidden md:table-cell">Last used</HeadCell>
      <HeadCell className="hidden lg:table-cell">Expires</HeadCell>
      <HeadCell align="right" className="hidden sm:table-cell">
        Spent, 30 days
      </HeadCell>
      {actions.onRevoke && (
        <HeadCell className="relative">
          <span className="sr-only">Actions</span>
        </HeadCell>
      )}
    </>
  );
  return (
    <Table label={label} head={head}>
      {keys.map((key) => (
        <KeyRow key={key.id} apiKey={key} {...actions} />
      ))}
    </Table>
  );
}

function KeyRow({ apiKey, onRotate, onRevoke }: KeyActions & { apiKey: ApiKey }) {
  const { tone, icon, word } = states[apiKey.state];
  const end = apiKey.revoked_at ?? apiKey.expires_at;
  return (
    <Row>
      <Cell className="w-full max-w-0 sm:w-auto sm:max-w-64">
        <span className="block truncate font-medium">{apiKey.name}</span>
        <span className="flex items-center gap-1.5 text-small text-muted">
          {apiKey.mode === 'sandbox' ? <FlaskConical size={13} aria-hidden /> : <Zap size={13} aria-hidden />}
          {apiKey.mode === 'sandbox' ? 'Sandbox' : 'Live'}
          {isHeld(apiKey) ? (
            <span className="font-mono">…{apiKey.last4}</span>
          ) : (
            <span className="hidden sm:inline">· used by these pages</span>
          )}
          <span className="sm:hidden">
            · <Money amount={apiKey.spent_30_days} />
          </span>
        </span>
      </Cell>
      <Cell className="hidden sm:table-cell">
        <Pill tone={tone} icon={icon}>
          {word}
        </Pill>
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">
        <Age time={apiKey.created_at} />
      </Cell>
      <Cell className="hidden text-muted md:table-cell">
        {apiKey.last_used_at === null ? 'Never' : <Age time={apiKey.last_used_at} />}
      </Cell>
      <Cell className="hidden text-muted lg:table-cell">{end === null ? 'Never' : <Age time={end} />}</Cell>
      <Cell align="right" className="hidden sm:table-cell">
        <Money amount={apiKey.spent_30_days} />
      </Cell>
      {onRevoke && onRotate && (
        <Cell className="w-0 pl-0">
          <span className="flex justify-end">
            {isHeld(apiKey) && (
              <IconButton icon={RefreshCw} label={`Rotate ${apiKey.name}`} onClick={() => onRotate(apiKey)} />
            )}
            <IconButton icon={Trash2} label={`Revoke ${apiKey.name}`} onClick={() => onRevoke(apiKey)} />
          </span>
        </Cell>
      )}
    </Row>
  );
}
