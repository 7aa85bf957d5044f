/** The secret that signs webhooks: hidden until asked for, never kept by the page, and replaced without a gap. */
import { webhookSecretOverlapHours } from '@afterimage/contract';
import { Eye, EyeOff, RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { WebhookSecret } from '../../data/resources.ts';
import { usePerson } from '../../data/session.ts';
import { exactTime } from '../../ui/age.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-text.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card } from '../../ui/page.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';

export function SigningSecret() {
  const { membership } = usePerson();
  if (membership?.role !== 'owner') {
    return (
      <Card>
        <p className="text-muted">Only owners of this account may see the secret that signs its webhooks.</p>
      </Card>
    );
  }
  return <OwnersSecret />;
}

function OwnersSecret() {
  const [secret, setSecret] = useState<WebhookSecret | null>(null);
  const [isRotating, setRotating] = useState(false);
  // Asked for by a click and held by this component alone: an answer of the page's memory would outlive the look at it.
  const show = useChange('getWebhookSecret');
  return (
    <Card className="flex max-w-3xl flex-col gap-4 p-5">
      <p className="text-muted">
        Every webhook carries a signature made with this secret. A receiver that checks it knows that the event is ours
        and was not changed on the way.
      </p>
      <div className="flex min-h-10 flex-wrap items-center gap-2">
        <code
          className="min-w-0 flex-1 basis-full rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small break-all sm:basis-0"
          data-secret
        >
          {secret === null ? '••••••••••••••••••••••••' : secret.secret}
        </code>
        {secret === null ? (
          <Button
            icon={Eye}
            busy={show.isPending}
            onClick={() => show.mutate({}, { onSuccess: setSecret, onError: toastFault })}
          >
            Show
          </Button>
        ) : (
          <>
            <CopyButton text={secret.secret} />
            <Button
              icon={EyeOff}
              onClick={() => {
                setSecret(null);
                show.reset();
              }}
            >
              Hide
            </Button>
          </>
        )}
        <Button icon={RefreshCw} onClick={() => setRotating(true)}>
          Rotate
        </Button>
      </div>
      {secret !== null && secret.also_signing_until !== null && (
        <p className="text-small text-warn">
          The old secret signs beside it until {exactTime(secret.also_signing_until)}.
        </p>
      )}
      {isRotating && (
        <RotateDialog
          onClose={() => setRotating(false)}
          onRotated={(made) => {
            setSecret(made);
            setRotating(false);
            toastDone('Webhooks are signed with the new secret, too');
          }}
        />
      )}
    </Card>
  );
}

function RotateDialog({ onClose, onRotated }: { onClose(): void; onRotated(made: WebhookSecret): void }) {
  const rotate = useChange('rotateWebhookSecret');
  return (
    <FormDialog
      title="Rotate the signing secret"
      action="Make a new secret"
      busy={rotate.isPending}
      fault={otherFault(rotate.error, [])}
      onSubmit={() => rotate.mutate({}, { onSuccess: onRotated })}
      onClose={onClose}
    >
      <p className="text-muted">
        For {webhookSecretOverlapHours} hours webhooks carry a signature of each secret, so that receivers can change
        over without missing an event. Afterwards only the new one signs.
      </p>
    </FormDialog>
  );
}
