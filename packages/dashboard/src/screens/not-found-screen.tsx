/** An address that leads nowhere. */
import { Compass } from 'lucide-react';
import { addresses } from '../data/addresses.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';

export function NotFoundScreen() {
  return (
    <Page title="Not found">
      <EmptyState
        icon={Compass}
        title="There is nothing at this address"
        actions={<ButtonLink href={addresses.home}>To the generations</ButtonLink>}
      />
    </Page>
  );
}
