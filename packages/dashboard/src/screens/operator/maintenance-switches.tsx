/** A switch for each family: under maintenance it refuses everybody's new requests, so that it asks first. */
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { OverviewFamily } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toastDone } from '../../ui/toast.tsx';

export function MaintenanceSwitches({ families }: { families: readonly OverviewFamily[] }) {
  return (
    <Section title="Maintenance">
      <p className="text-muted">
        A family under maintenance refuses new requests with 503. What it has accepted is finished and delivered.
      </p>
      <Card className="grid divide-line p-0 sm:grid-cols-2 xl:grid-cols-3">
        {families.map((family) => (
          <FamilySwitch key={family.slug} family={family} />
        ))}
      </Card>
    </Section>
  );
}

function FamilySwitch({ family }: { family: OverviewFamily }) {
  const change = useChange('setMaintenance', { touches: ['getOverview', 'listFamilies'] });
  const [asking, setAsking] = useState(false);
  const on = !family.maintenance;
  const flip = () =>
    change.mutate(
      { id: family.slug, body: { on } },
      {
        onSuccess() {
          setAsking(false);
          toastDone(on ? `${family.slug} refuses new requests` : `${family.slug} is open again`);
        },
      },
    );
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 px-4 py-2">
      <span className="min-w-0">
        <span className="block truncate font-medium">{family.slug}</span>
        <span className="block text-small text-muted">
          {family.maintenance ? (
            <>
              Under maintenance
              {family.maintenance_since !== null && (
                <>
                  {' '}
                  since <Age time={family.maintenance_since} />
                </>
              )}
            </>
          ) : (
            'Open for requests'
          )}
        </span>
      </span>
      <Switch label={`Maintenance of ${family.slug}`} on={family.maintenance} onFlip={() => setAsking(true)} />
      {asking && (
        <FormDialog
          title={on ? `Close ${family.slug} to everybody?` : `Open ${family.slug} again?`}
          action={on ? 'Start maintenance' : 'End maintenance'}
          look={on ? 'danger' : 'primary'}
          busy={change.isPending}
          fault={otherFault(change.error, [])}
          onSubmit={flip}
          onClose={() => setAsking(false)}
        >
          <p className="text-muted">
            {on
              ? 'Every account’s new requests are answered 503 until you end it. What was accepted before is finished and delivered.'
              : 'New requests of every account are accepted from now on.'}
          </p>
        </FormDialog>
      )}
    </div>
  );
}
