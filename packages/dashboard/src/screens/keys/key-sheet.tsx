/** One key at the side of the list: what it is, what it may spend, and its last requests with their answers. */
import type { ApiKey } from '../../data/resources.ts';
import { Age, exactTime } from '../../ui/age.tsx';
import { CopyText } from '../../ui/copy-text.tsx';
import { Money } from '../../ui/money.tsx';
import { Pair, Pairs } from '../../ui/part.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { KeyRequests } from './key-requests.tsx';

/** @param apiKey undefined: there is none of that id among the account's */
export function KeySheet({ apiKey, onClose }: { apiKey: ApiKey | undefined; onClose(): void }) {
  if (apiKey === undefined) {
    return (
      <Sheet title="There is no such key" onClose={onClose}>
        <p className="text-muted">It may be a key of another account, or the address is not whole.</p>
      </Sheet>
    );
  }
  return (
    <Sheet title={apiKey.name} onClose={onClose}>
      <Facts apiKey={apiKey} />
      <KeyRequests id={apiKey.id} />
    </Sheet>
  );
}

function Facts({ apiKey }: { apiKey: ApiKey }) {
  const { id, mode, last4, created_at, last_used_at, expires_at, revoked_at, spent_30_days, spend_limit } = apiKey;
  return (
    <Pairs>
      <Pair name="Key">
        {mode === 'sandbox' ? 'Sandbox' : 'Live'}
        {last4 !== '' && <span className="font-mono"> …{last4}</span>}
      </Pair>
      <Pair name="Spent, 30 days">
        <Money amount={spent_30_days} as="spent" />
      </Pair>
      <Pair name="Limit">
        {spend_limit === null ? (
          'None'
        ) : (
          <>
            <Money amount={spend_limit.spent} as="spent" /> of <Money amount={spend_limit.amount} as="exact" />{' '}
            {spend_limit.period === 'day' ? 'today' : 'this month'}
            <span className="text-muted">, begins anew {exactTime(spend_limit.resets_at)}</span>
          </>
        )}
      </Pair>
      <Pair name="Created">{exactTime(created_at)}</Pair>
      <Pair name="Last used">{last_used_at === null ? 'Never' : <Age time={last_used_at} />}</Pair>
      {revoked_at !== null ? (
        <Pair name="Revoked">{exactTime(revoked_at)}</Pair>
      ) : (
        <Pair name="Expires">{expires_at === null ? 'Never' : exactTime(expires_at)}</Pair>
      )}
      <Pair name="Id">
        <CopyText text={id} className="-ml-1" />
      </Pair>
    </Pairs>
  );
}
