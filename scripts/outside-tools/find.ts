/** Where the tools of others are, which `.ci/run` fetches: without them `npm test` says so and leaves out what needs them. */
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const outsideTools = fileURLToPath(new URL('.', import.meta.url));

export interface OutsideTool {
  path: string;
  /** For `test(name, { skip: missing }, …)`; where all must be there, nothing is left out. */
  missing: string | false;
}

/** Runtimes come as a package for each kind of machine, out of which their scripts, where these are allowed, take the program. */
const runtimes: Readonly<Record<string, string>> = {
  bun: '{@oven/bun-*/bin/bun,bun/bin/bun.exe}',
  deno: '@deno/*/deno',
};

/** A program of one of the packages here, of the Python environment beside them, or built from Go. */
export function outsideTool(name: string): OutsideTool {
  const runtime = runtimes[name];
  const places =
    runtime === undefined
      ? [`node_modules/.bin/${name}`, `.venv/bin/${name}`, `.go/${name}`]
      : globSync(`node_modules/${runtime}`, { cwd: outsideTools });
  const found = places.map((place) => join(outsideTools, place)).find((path) => existsSync(path));
  const isLeftOut = found === undefined && process.env['CI'] === undefined;
  return {
    path: found ?? name,
    missing: isLeftOut && `${name} is left out: .ci/run fetches it into scripts/outside-tools`,
  };
}
