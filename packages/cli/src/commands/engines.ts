/** `afterimage engines …`: whether the engines of the operator's file are there, and whether anyone's speaks our protocol. */
import { families } from '@afterimage/contract';
import { loadEnginesText, loadSettings } from '@afterimage/server/config/config';
import type { EnginesCheck } from '@afterimage/server/engines/check-engines';
import { type Command, InvalidArgumentError } from 'commander';
import { withoutDatabase } from '../operation.ts';
import { bold, checkLines, dim, type Output } from '../output.ts';
import { addEngineKeyCommands } from './engine-keys.ts';
import { addReloadCommand } from './engines-reload.ts';

/** A vendor that does not answer by then is not one to count on. */
const checkSeconds = 20;
/** An engine may have to load its model before the first small job. */
const jobSeconds = 300;

export function addEnginesCommands(program: Command): void {
  const engines = program
    .command('engines')
    .description('own GPUs and vendors: check, test, reload, keys of pull workers');
  withoutDatabase(
    engines
      .command('check')
      .description(
        "read the operator's file, ask every engine, print who makes what; exit code 1 when something is wrong",
      ),
    ['engines check', 'engines check --json'],
    check,
  );
  const conforming = engines
    .command('conform')
    .description('test whether an engine speaks mge/1, with two small jobs; exit code 1 when a check fails')
    .argument('<url>', 'where it is, such as http://10.0.0.7:8900', engineUrl)
    .option('--key <text>', 'its bearer, where it wants one');
  withoutDatabase<{ key?: string }>(
    conforming,
    ['engines conform http://127.0.0.1:8900', 'engines conform http://10.0.0.7:8900 --key secret --json'],
    ({ key = null }) => test({ url: conforming.processedArgs[0], key }),
  );
  addReloadCommand(engines);
  addEngineKeyCommands(engines);
}

function engineUrl(text: string): string {
  const url = URL.parse(text);
  if (url === null || !/^https?:$/.test(url.protocol) || url.search || url.hash) {
    throw new InvalidArgumentError('It must be an http or https address, such as http://10.0.0.7:8900.');
  }
  return url.href.replace(/\/+$/, '');
}

// What speaks with engines is loaded by those who do: it is much of what the program would load for any command.

async function check(): Promise<Output> {
  const { checkEngines } = await import('@afterimage/server/engines/check-engines');
  const { createEmbeddedEngines } = await import('@afterimage/server/engines/embedded-engines');
  const settings = loadSettings(families);
  const text = loadEnginesText(settings);
  const embedded = createEmbeddedEngines(settings);
  try {
    const { faults, ...found } = await checkEngines({
      found: text,
      families,
      allow: settings.egressAllow,
      embedded,
      seconds: checkSeconds,
    });
    const json = { ...found, ...(faults.length > 0 && { faults }) };
    const lines = checkText({ ...found, faults }, text?.file ?? null);
    return { json, text: lines, ...(!found.ok && { exitCode: 1 }) };
  } finally {
    await embedded.close();
  }
}

function checkText({ ok, faults, engines, routes }: EnginesCheck, file: string | null): string {
  const title = ok ? 'All is well' : faults.length === 0 ? 'Something is wrong' : faultCount(faults.length);
  const width = Math.max(...faults.map(({ line }) => String(line).length));
  const sections = [
    [bold(title), dim(file ?? 'There is no engines.yaml: the embedded engine serves everything.')].join('\n'),
    faults.map(({ line, message }) => `  line ${String(line).padStart(width)}  ${message}`).join('\n'),
    checkLines(engines.map(({ name, kind, ...seen }) => ({ ...seen, name: `${name} (${kind})` }))),
    routeLines(routes),
  ];
  return sections.filter((section) => section !== '').join('\n\n');
}

const faultCount = (count: number) => (count === 1 ? 'One thing is wrong' : `${count} things are wrong`);

/** One line for all models of a family that go the same way. */
function routeLines(routes: EnginesCheck['routes']): string {
  const ways = Map.groupBy(routes, ({ family, use }) => JSON.stringify([family, use]));
  const waysOfFamily = (family: string) => [...ways.values()].filter(([first]) => first!.family === family).length;
  const rows = [...ways.values()].map((group) => {
    const { family, use } = group[0]!;
    const models = waysOfFamily(family) === 1 ? 'every model' : group.map(({ model }) => model).join(', ');
    return { family, models, use: use.join(', then ') };
  });
  const width = Math.max(0, ...rows.map(({ family }) => family.length));
  return rows.map(({ family, models, use }) => `  ${family.padEnd(width)}  → ${use}  ${dim(models)}`).join('\n');
}

async function test({ url, key }: { url: string; key: string | null }): Promise<Output> {
  const { conform } = await import('@afterimage/server/engines/http/conform');
  const { createEngineNet } = await import('@afterimage/server/net/engine-net');
  const net = createEngineNet({ addresses: [url], allow: [] });
  try {
    const { ok, checks } = await conform({ url, key, send: net.send, jobSeconds });
    const failed = checks.filter((one) => !one.ok).length;
    const title = ok
      ? `${url} speaks mge/1`
      : `${url} does not speak mge/1: ${failed} of ${checks.length} checks failed`;
    return { json: { ok, checks }, text: [bold(title), checkLines(checks)].join('\n'), ...(!ok && { exitCode: 1 }) };
  } finally {
    await net.close();
  }
}
