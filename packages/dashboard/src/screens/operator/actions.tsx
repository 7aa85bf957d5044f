/** What operators did, newest first, each in a sentence. */
import { ScrollText } from 'lucide-react';
import { usePages } from '../../data/reads.ts';
import type { OperatorAction } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { sentenceOf } from './action-words.ts';
import { Listing } from './listing.tsx';

export function Actions() {
  const actions = usePages('listActions');
  return (
    <>
      <p className="text-muted">
        Every change that an operator made, here or by command. Nothing can be taken out of it.
      </p>
      <Listing
        query={actions}
        count={actions.items.length}
        text=""
        what="changes"
        icon={ScrollText}
        empty={<p>Credit, maintenance, engines, people and invitations: what operators change will be here.</p>}
      >
        <Table label="What operators did" columns={columns} items={actions.items} keyOf={({ id }) => id} />
      </Listing>
    </>
  );
}

/** Who did it has a column where there is room for one. */
function What({ action }: { action: OperatorAction }) {
  return (
    <>
      <span className="block">{sentenceOf(action)}</span>
      <span className="block text-small text-muted sm:hidden">{action.email}</span>
    </>
  );
}

const columns: Column<OperatorAction>[] = [
  { name: 'What', className: 'wrap-anywhere', cell: (action) => <What action={action} /> },
  { name: 'Who', from: 'sm', className: 'max-w-56 truncate text-muted', cell: ({ email }) => email },
  { name: 'When', className: 'text-muted', cell: ({ created_at }) => <Age time={created_at} /> },
];
