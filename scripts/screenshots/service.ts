/** A service of one's own on a folder of one's own, and the link that its first start prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface OwnService {
  url: string;
  signInLink: string;
  stop(): Promise<void>;
}

const command = fileURLToPath(new URL('../../packages/cli/bin/afterimage.js', import.meta.url));

export async function startOwnService(dataFolder: string): Promise<OwnService> {
  const child = spawn(process.execPath, [command, 'start'], {
    env: { ...process.env, PORT: '0', AFTERIMAGE_DATA_DIR: dataFolder, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  let said = '';
  for await (const chunk of child.stdout) {
    said += String(chunk);
    const link = /(https?:\/\/\S+)\/sign-in#\S+/.exec(said);
    if (link === null) continue;
    // Nobody reads on, and a full pipe would hold the service up.
    child.stdout.resume();
    return { url: link[1]!, signInLink: link[0], stop };
  }
  throw new Error(`The service ended before it printed its sign-in link:\n${said}`);
}
