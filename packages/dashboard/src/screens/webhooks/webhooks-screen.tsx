/** Webhooks: what was sent where and how it was answered, the secret that signs, and how to receive them. */
import { inWords, webhookAttemptsMax } from '@afterimage/contract';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useSearch, useSearchParams } from 'wouter';
import { addresses, deliveryLink } from '../../data/addresses.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { Deliveries } from './deliveries.tsx';
import { DeliverySheet } from './delivery-sheet.tsx';
import { ReceiverGuide } from './receiver-guide.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEventDialog } from './test-event-dialog.tsx';

export function WebhooksScreen({ item: openId }: ScreenProps) {
  const [, navigate] = useLocation();
  const search = useSearch();
  const [said, say] = useSearchParams();
  const [isTesting, setTesting] = useState(false);
  const sendTest = (
    <Button look="primary" icon={Send} data-create onClick={() => setTesting(true)}>
      Send test event
    </Button>
  );
  return (
    <Page
      title="Webhooks"
      about={`A generation with a callback_url tells that address how it ended: signed, in up to ${inWords(webhookAttemptsMax)} attempts.`}
      actions={sendTest}
    >
      <Tabs
        label="Webhooks"
        open={{
          id: said.get('tab'),
          onChoose: (tab) => say((before) => new URLSearchParams({ ...Object.fromEntries(before), tab })),
        }}
        tabs={[
          { id: 'deliveries', label: 'Deliveries', content: <Deliveries onTest={() => setTesting(true)} /> },
          { id: 'secret', label: 'Signing secret', content: <SigningSecret /> },
          { id: 'guide', label: 'Receiver guide', content: <ReceiverGuide /> },
        ]}
      />
      {isTesting && (
        <TestEventDialog
          onClose={() => setTesting(false)}
          onSent={(id) => {
            setTesting(false);
            navigate(deliveryLink(id));
          }}
        />
      )}
      {openId !== undefined && (
        <DeliverySheet
          key={openId}
          id={openId}
          onClose={() => navigate(`${addresses.webhooks}${search && `?${search}`}`, { replace: true })}
        />
      )}
    </Page>
  );
}
