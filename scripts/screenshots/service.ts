/** A service of one's own on a folder of one's own, and the token of the link that its first start prints. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface OwnService {
  url: string;
  signInToken: string;
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
  // Read on after the link, too: a full pipe would hold the service up.
  const link = await new Promise<RegExpExecArray>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk) => {
      said += String(chunk);
      const found = /(https?:\/\/\S+)\/sign-in#(\S+)/.exec(said);
      if (found !== null) resolve(found);
    });
    child.once('exit', () => reject(new Error(`The service ended before it printed its sign-in link:\n${said}`)));
  });
  return { url: link[1]!, signInToken: link[2]!, stop };
}
