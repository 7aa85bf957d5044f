/** A pull worker that claims a job, sends half of its output, says so, and waits to be killed. */
import { request } from 'node:http';
import sharp from 'sharp';

const [url = '', key = ''] = process.argv.slice(2);
const authorization = `Bearer ${key}`;

const claim = await fetch(`${url}/engine/v1/claim`, {
  method: 'POST',
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ wait: 25 }),
});
const { id } = (await claim.json()) as { id: string };
// Noise, so that half of it is more than one packet.
const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
const picture = await sharp({ create: { width: 1024, height: 1024, channels: 3, background: '#000', noise } })
  .jpeg()
  .toBuffer();
const put = request(`${url}/engine/v1/jobs/${id}/output`, {
  method: 'PUT',
  headers: { authorization, 'content-type': 'image/jpeg', 'content-length': picture.length },
});
put.on('error', () => {});
put.write(picture.subarray(0, Math.floor(picture.length / 2)), () => process.send?.('halfway'));
// Keeps the process until it is killed.
setInterval(() => {}, 60_000);
