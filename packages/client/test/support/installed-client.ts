/** The client as others get it: built, packed, and installed into an empty project without a network. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildClient } from '../../../../scripts/build-client.ts';

const run = promisify(execFile);
const shell = process.platform === 'win32';
const offline = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

export interface InstalledClient {
  /** The project's folder. */
  project: string;
  remove(): Promise<void>;
}

export async function installClient(): Promise<InstalledClient> {
  const folder = await mkdtemp(join(tmpdir(), 'client-tarball-'));
  const project = join(folder, 'project');
  await mkdir(project);
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'empty', private: true, type: 'module' }));
  const built = buildClient(join(folder, 'built'));
  const npm = (args: string[], cwd: string) =>
    run('npm', args, { cwd, shell, env: { ...process.env, ...offline, npm_config_cache: join(folder, 'cache') } });
  const packed = await npm(['pack', '--json', '--pack-destination', folder], built);
  const [{ filename }] = JSON.parse(packed.stdout) as [{ filename: string }];
  await npm(['install', '--no-save', join(folder, filename)], project);
  return { project, remove: () => rm(folder, { recursive: true, force: true }) };
}
