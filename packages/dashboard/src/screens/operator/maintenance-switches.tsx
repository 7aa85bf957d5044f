/** A switch for each family: on, it takes no new work, and what was accepted runs on. */
import { useChange } from '../../data/reads.ts';
import type { OperatorOverview } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { Card, Section } from '../../ui/page.tsx';
import { Switch } from '../../ui/switch.tsx';
import { toastDone, toastFault } from '../../ui/toast.tsx';

type FamilyState = OperatorOverview['families'][number];

export function MaintenanceSwitches({ families }: { families: readonly FamilyState[] }) {
  return (
    <Section title="Maintenance">
      <p className="text-muted">
        A family under maintenance answers new submits with 503. What it has accepted runs on and is delivered.
      </p>
      <Card className="grid divide-line p-0 sm:grid-cols-2 xl:grid-cols-3">
        {families.map((family) => (
          <FamilySwitch key={family.slug} family={family} />
        ))}
      </Card>
    </Section>
  );
}

function FamilySwitch({ family }: { family: FamilyState }) {
  const change = useChange('setMaintenance', { touches: ['getOverview', 'listFamilies'] });
  const flip = () => {
    const on = !family.maintenance;
    change.mutate(
      { id: family.slug, body: { on } },
      {
        onSuccess: () => toastDone(on ? `${family.title} takes no new work` : `${family.title} takes work again`),
        onError: toastFault,
      },
    );
  };
  return (
    <div className="flex min-h-14 items-center justify-between gap-3 px-4 py-2">
      <span className="min-w-0">
        <span className="block truncate font-medium">{family.title}</span>
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
            'Takes work'
          )}
        </span>
      </span>
      <Switch
        label={`Maintenance of ${family.title}`}
        on={family.maintenance}
        disabled={change.isPending}
        onFlip={flip}
      />
    </div>
  );
}
