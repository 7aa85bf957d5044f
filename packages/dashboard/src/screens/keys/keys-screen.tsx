/** API keys: who may use the account from programs, since when, and for how much. */
import { KeyRound, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { pageFile } from '../../data/page-file.ts';
import { useRead } from '../../data/reads.ts';
import type { ApiKey, NewApiKey } from '../../data/resources.ts';
import { usePerson } from '../../data/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Page } from '../../ui/page.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { KeysTable } from './keys-table.tsx';
import { NewSecretDialog } from './new-secret-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { SpendLimitDialog } from './spend-limit-dialog.tsx';

type Open =
  | { dialog: 'none' }
  | { dialog: 'create' }
  | { dialog: 'limit' | 'rotate' | 'revoke'; key: ApiKey }
  | { dialog: 'secret'; made: NewApiKey };

const KeySheet = pageFile(async () => (await import('./key-sheet.tsx')).KeySheet);

export function KeysScreen({ item: openId }: ScreenProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const { membership } = usePerson();
  const keys = useRead('listKeys');
  const [open, setOpen] = useState<Open>({ dialog: 'none' });
  const close = () => setOpen({ dialog: 'none' });
  const showSecret = (made: NewApiKey) => setOpen({ dialog: 'secret', made });
  const isOwner = membership?.role === 'owner';
  useCreateInAddress(() => setOpen({ dialog: 'create' }));
  const create = isOwner && (
    <Button look="primary" icon={Plus} data-create onClick={() => setOpen({ dialog: 'create' })}>
      Create key
    </Button>
  );
  return (
    <Page
      title="API keys"
      about="A key lets a program use this account. A sandbox key works on the account's twin, with play money."
      actions={create}
    >
      {keys.isPending && <SkeletonRows rows={4} className="h-14" />}
      {keys.isError && <ErrorState fault={keys.error} onRetry={() => void keys.refetch()} />}
      {keys.isSuccess && keys.data.length === 0 && (
        <EmptyState icon={KeyRound} title="No keys yet" actions={create}>
          <p>
            A key is shown once, when it is made, and never again: the service keeps only its fingerprint. Have a place
            ready to store it, such as your program's secret store.
          </p>
          {!isOwner && <p className="mt-2">An owner of this account can create one.</p>}
        </EmptyState>
      )}
      {keys.isSuccess && keys.data.length > 0 && (
        <KeysTable
          keys={keys.data}
          onLimit={isOwner ? (key) => setOpen({ dialog: 'limit', key }) : undefined}
          onRotate={isOwner ? (key) => setOpen({ dialog: 'rotate', key }) : undefined}
          onRevoke={isOwner ? (key) => setOpen({ dialog: 'revoke', key }) : undefined}
        />
      )}
      {keys.isSuccess && openId !== undefined && (
        <KeySheet
          apiKey={keys.data.find(({ id }) => id === openId)}
          onClose={() => navigate(`${addresses.keys}${search && `?${search}`}`, { replace: true })}
        />
      )}
      {open.dialog === 'create' && <CreateKeyDialog onClose={close} onMade={showSecret} />}
      {open.dialog === 'limit' && <SpendLimitDialog apiKey={open.key} onClose={close} />}
      {open.dialog === 'rotate' && <RotateKeyDialog apiKey={open.key} onClose={close} onMade={showSecret} />}
      {open.dialog === 'revoke' && <RevokeKeyDialog apiKey={open.key} onClose={close} />}
      {open.dialog === 'secret' && <NewSecretDialog made={open.made} onStored={close} />}
    </Page>
  );
}

/** `?create` opens the dialog, once: a reload, or going back, must not ask again. */
function useCreateInAddress(create: () => void): void {
  const [path, navigate] = useLocation();
  const search = useSearch();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address says when
  useEffect(() => {
    const said = new URLSearchParams(search);
    if (!said.has('create')) return;
    said.delete('create');
    navigate(`${path}?${said}`, { replace: true });
    create();
  }, [search]);
}
