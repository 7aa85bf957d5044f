/** A store that takes connections and says nothing keeps nobody waiting for long. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StoreUnavailable } from '../../src/media/media-store.ts';
import { createS3Client } from '../../src/media/s3-client.ts';
import { createS3Store } from '../../src/media/s3-store.ts';
import { createStoreNet, storeTimes } from '../../src/net/store-net.ts';

async function storeThat(t: TestContext, answer: RequestListener, times: Partial<typeof storeTimes>) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const net = createStoreNet({ ...storeTimes, ...times });
  const folder = await mkdtemp(join(tmpdir(), 'silent-store-'));
  t.after(async () => {
    await net.close();
    server.closeAllConnections();
    server.close();
    await rm(folder, { recursive: true });
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const credentials = { accessKeyId: 'x', secretAccessKey: 'y', sessionToken: null, region: 'z', endpoint };
  const path = join(folder, 'file');
  await writeFile(path, 'hello');
  const store = createS3Store('s3://bucket', createS3Client('s3://bucket', { net, credentials }));
  return { store, file: { path, type: 'image/png', fileName: 'a.png' } };
}

test('a store that hangs is asked once, and given up', async (t) => {
  const asked: (string | undefined)[] = [];
  const times = { headersMilliseconds: 1_000, putMilliseconds: 1_000 };
  const { store, file } = await storeThat(t, ({ method }) => void asked.push(method), times);
  const isSilent = (fault: Error) =>
    fault instanceof StoreUnavailable &&
    /s3:\/\/bucket cannot be used: it did not answer in time\.$/.test(fault.message);
  await assert.rejects(store.open('x'), isSilent);
  await assert.rejects(store.copyToFile('x', `${file.path}.copy`), isSilent);
  await assert.rejects(store.putFile('x', file), isSilent);
  assert.deepEqual(asked, ['GET', 'GET', 'PUT']);
});

test('a store that is busy with a file gets longer than one that is asked for one', async (t) => {
  const times = { headersMilliseconds: 100, putMilliseconds: 30_000 };
  const { store, file } = await storeThat(
    t,
    (request, response) => {
      request.resume();
      setTimeout(() => response.end(), 1_500);
    },
    times,
  );
  assert.equal((await store.putFile('x', file)).bytes, 5);
});
