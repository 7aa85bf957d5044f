/** Who makes what, as the routes come out: a line for all models of a family that go the same way. */
import type { EngineRoute } from '../../data/resources.ts';
import { Section } from '../../ui/page.tsx';
import { type Column, Table } from '../../ui/table.tsx';

interface Way {
  family: string;
  models: string[];
  use: string[];
}

function waysOf(routes: readonly EngineRoute[]): Way[] {
  const ways = new Map<string, Way>();
  for (const { family, model, use } of routes) {
    const key = [family, ...use].join('\n');
    const way = ways.get(key) ?? { family, models: [], use };
    way.models.push(model);
    ways.set(key, way);
  }
  return [...ways.values()];
}

export function EngineRoutes({ routes }: { routes: readonly EngineRoute[] }) {
  const ways = waysOf(routes);
  const isWhole = ({ family }: Way) => ways.filter((way) => way.family === family).length === 1;
  const columns: Column<Way>[] = [
    {
      name: 'Family',
      className: 'font-medium',
      cell: (way) => (
        <>
          <span className="whitespace-nowrap">{way.family}</span>
          {!isWhole(way) && (
            <span className="block text-small font-normal text-muted sm:hidden">{way.models.join(', ')}</span>
          )}
        </>
      ),
    },
    { name: 'Made by', cell: ({ use }) => use.join(', then ') },
    {
      name: 'Models',
      from: 'sm',
      className: 'text-small text-muted break-words',
      cell: (way) => (isWhole(way) ? 'every model' : way.models.join(', ')),
    },
  ];
  return (
    <Section title="Who makes what">
      <Table label="Routes" columns={columns} items={ways} keyOf={({ family, use }) => [family, ...use].join()} />
    </Section>
  );
}
