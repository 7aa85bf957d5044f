/** Every engine: whether it is well, what it has to do, what it costs, and the two switches an operator has. */
import { CircleCheck, CirclePause, Cpu, TriangleAlert, Unplug } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../data/reads.ts';
import type { OperatorEngine } from '../../data/resources.ts';
import { Age } from '../../ui/age.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Section } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { EngineErrors } from './engine-errors.tsx';
import { EngineRoutes } from './engine-routes.tsx';
import { EngineSpending } from './engine-spending.tsx';
import { EngineSwitches } from './engine-switches.tsx';
import { countOf, durationOf } from './measures.ts';

const refetchSeconds = 5;

export function Engines() {
  const engines = useRead('listEngines', {}, { refetchSeconds });
  if (engines.isPending) return <SkeletonRows rows={3} className="h-40" />;
  if (engines.data === undefined) return <ErrorState fault={engines.error} onRetry={() => void engines.refetch()} />;
  const { items, routes } = engines.data;
  const elsewhere = items.filter(({ cost_24_hours_usd: cost }) => cost !== null);
  const ours = items.filter(({ cost_24_hours_usd: cost }) => cost === null);
  return (
    <>
      {elsewhere.length === 0 ? (
        <EmptyState icon={Cpu} title="Only the embedded engine draws">
          <p>
            Write an <code>engines.yaml</code> into the data folder, and your own GPUs and vendors make what its routes
            name:{' '}
            <a href="/docs/engines" className="text-accent-text underline">
              the guide to engines
            </a>
            .
          </p>
        </EmptyState>
      ) : (
        <Section title="Engines of your file">
          <div className="grid gap-3 xl:grid-cols-2">
            {elsewhere.map((engine) => (
              <EngineCard key={engine.name} engine={engine} />
            ))}
          </div>
        </Section>
      )}
      <Section title="Embedded engines">
        <div className="grid gap-3 xl:grid-cols-2">
          {ours.map((engine) => (
            <EngineCard key={engine.name} engine={engine} />
          ))}
        </div>
      </Section>
      <EngineRoutes routes={routes} />
    </>
  );
}

function EngineCard({ engine }: { engine: OperatorEngine }) {
  const isElsewhere = engine.cost_24_hours_usd !== null;
  return (
    <article aria-label={engine.name} className="flex flex-col gap-4 rounded-card border border-line bg-surface p-4">
      <div className="flex flex-wrap items-start justify-between gap-2">
        <div className="min-w-0">
          <h3 className="font-semibold break-words">{engine.name}</h3>
          <p className="text-small text-muted">
            {isElsewhere ? engine.kind : 'part of the service'}
            {engine.paid && ', costs money'}
          </p>
        </div>
        <State engine={engine} />
      </div>
      <p className="text-small break-words text-muted">
        {engine.detail}
        {engine.checked_at !== null && (
          <>
            {' '}
            (asked <Age time={engine.checked_at} />)
          </>
        )}
      </p>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 sm:grid-cols-4">
        <Fact name="Under way">
          {countOf(engine.running)} <span className="font-normal text-muted">({countOf(engine.slots)} at once)</span>
        </Fact>
        <Fact name="Waiting">{countOf(engine.waiting)}</Fact>
        <Fact name="24 hours">
          {countOf(engine.succeeded_24_hours)} made
          {engine.failed_24_hours > 0 && (
            <span className="block text-bad">{countOf(engine.failed_24_hours)} failed</span>
          )}
        </Fact>
        <Fact name="Usual time">{durationOf(engine.seconds_p50)}</Fact>
      </dl>
      {isElsewhere && <EngineSpending engine={engine} />}
      {isElsewhere && <EngineSwitches engine={engine} />}
      <EngineErrors errors={engine.errors} />
    </article>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}

/** The worst that is to be said of it. */
function State({ engine: { ok, breaker, drained } }: { engine: OperatorEngine }) {
  if (breaker !== 'closed') {
    return (
      <Pill tone="bad" icon={Unplug}>
        {breaker === 'open' ? 'Cut off' : 'Being tried again'}
      </Pill>
    );
  }
  if (!ok) {
    return (
      <Pill tone="warn" icon={TriangleAlert}>
        Not ready
      </Pill>
    );
  }
  return drained ? (
    <Pill tone="warn" icon={CirclePause}>
      Drained
    </Pill>
  ) : (
    <Pill tone="good" icon={CircleCheck}>
      Up
    </Pill>
  );
}
