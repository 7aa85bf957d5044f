/** Builds the client as others install it: JavaScript with types, the contract's tables beside it, nothing to depend on. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Returns the folder, which holds a package of its own. */
export function buildClient(folder: string): string {
  const compiled = mkdtempSync(join(tmpdir(), 'afterimage-client-'));
  try {
    const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const project = join(root, 'packages', 'client', 'tsconfig.build.json');
    // One file after the other: on a busy machine some that it wrote side by side were not there in the end.
    const emit = [compiler, '-p', project, '--outDir', compiled, '--singleThreaded'];
    // What the code says of itself is read in the types; the code is only loaded.
    execFileSync(process.execPath, [...emit, '--declaration', 'false', '--removeComments'], { stdio: 'inherit' });
    execFileSync(process.execPath, [...emit, '--emitDeclarationOnly'], { stdio: 'inherit' });
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    cpSync(join(compiled, 'client', 'src'), folder, { recursive: true });
    cpSync(join(compiled, 'contract', 'src'), join(folder, 'contract'), { recursive: true });
  } finally {
    rmSync(compiled, { recursive: true, force: true });
  }
  for (const file of globSync('**/*.d.ts', { cwd: folder })) mendImports(folder, file);
  const needed = Object.values(entries).flatMap((entry) => [...reachable(folder, entry)]);
  for (const file of globSync('**/*.js', { cwd: folder })) {
    if (!needed.includes(file.replaceAll('\\', '/'))) rmSync(join(folder, file));
  }
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'packages', 'client', 'README.md'), join(folder, 'README.md'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  return folder;
}

const entries = { '.': './index.js', './account': './contract/api/index.js' };
const files = { browser: './files-in-browser.js', default: './files.js' };

/** The files that a program loads which imports this one, as paths in the folder. */
export function reachable(folder: string, entry: string, seen = new Set<string>()): Set<string> {
  const file = join(entry).replaceAll('\\', '/');
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(folder, file), 'utf8');
  for (const [, target] of text.matchAll(/^(?:import|export)\b[^;]*?from '([^']+)'/gm)) {
    if (target!.startsWith('node:')) continue;
    const found = target === '#files' ? Object.values(files) : [join(dirname(file), target!)];
    for (const each of found) reachable(folder, each, seen);
  }
  return seen;
}

/** The compiler leaves types' imports as they were written: files that are not there, and a package that nobody has. */
function mendImports(folder: string, file: string): void {
  const toContract = relative(dirname(join(folder, file)), join(folder, 'contract')).replaceAll('\\', '/');
  const text = readFileSync(join(folder, file), 'utf8')
    .replaceAll("'@afterimage/contract'", `'./${toContract}/index.js'`)
    .replaceAll("'@afterimage/contract/api'", `'./${toContract}/api/index.js'`)
    .replace(/((?:from|import\()\s*['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2');
  writeFileSync(join(folder, file), text);
}

function manifest(): object {
  const own = JSON.parse(readFileSync(join(root, 'packages', 'client', 'package.json'), 'utf8'));
  const { name, version, description, license, type } = own as Record<string, string>;
  return {
    name,
    version,
    description,
    license,
    type,
    engines: { node: '>=20' },
    sideEffects: false,
    exports: entries,
    imports: { '#files': files },
  };
}

if (import.meta.main) console.log(buildClient(join(root, 'dist', 'client')));
