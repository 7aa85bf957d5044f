/** The dashboard and the alert rules that are shipped: every metric they name exists, and promtool finds them sound. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { startTestService } from '../support/service.ts';
import { missing } from './support/tools.ts';

const folder = fileURLToPath(new URL('../../../../deploy/monitoring/', import.meta.url));
const read = (name: string) => readFileSync(`${folder}${name}`, 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string }[] }[];
}
interface Dashboard {
  panels: { id: number; title: string; targets?: { expr: string }[] }[];
}

const rules = (parse(read('alerts.yaml')) as Rules).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(read('grafana-dashboard.json')) as Dashboard;

/** What Prometheus itself makes, of every target. */
const scraped = new Set(['up']);
/** Words of the query language, labels and functions have no underscore after these. */
const metricNames = (expression: string): string[] =>
  [...expression.matchAll(/\b(?:(?:afterimage|nodejs|process)_[a-z0-9_]+|up)\b(?=[{[)\s]|$)/g)].map(([name]) => name);

test('every metric that the dashboard and the rules name is one that the service tells', async (t) => {
  const service = await startTestService(t);
  const text = (await service.ask('GET', '/metrics')).bytes.toString('utf8');
  const told = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panels.flatMap(({ targets = [] }) => targets.map((t) => t.expr)),
  ];
  const named = new Set(expressions.flatMap(metricNames));
  assert.ok(named.size > 20, 'the names are found');
  const unknown = [...named].filter((name) => {
    const base = name.replace(/_(bucket|sum|count)$/, '');
    return !told.has(name) && !scraped.has(name) && told.get(base) !== 'histogram';
  });
  assert.deepEqual(unknown, []);
});

test('rules and panels have names of their own', () => {
  const alerts = rules.map(({ alert }) => alert);
  assert.equal(new Set(alerts).size, alerts.length);
  assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
  for (const { title, targets } of panels) assert.ok(targets === undefined || targets.length > 0, title);
});

test('promtool finds the rules sound, and they fire on what they are for', { skip: missing('promtool') }, async () => {
  const promtool = (...words: string[]) => promisify(execFile)('promtool', words, { cwd: folder });
  const { stdout } = await promtool('check', 'rules', 'alerts.yaml');
  assert.match(stdout, new RegExp(`SUCCESS: ${rules.length} rules found`));
  const { stdout: tested } = await promtool('test', 'rules', 'alerts.test.yaml');
  assert.match(tested, /SUCCESS/);
});
