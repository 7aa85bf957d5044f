/** Images that are cheap to send and dear to decode cost whoever sends them, and nobody else. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPixelBudget } from '../../src/media/inspect/pixel-budget.ts';
import { eventually } from '../support/eventually.ts';
import { dataUri, picture } from '../support/outside-world.ts';
import { type Caller, startTestService } from '../support/service.ts';

/** 7000 x 7000 pixels, all of them black, in 34 bytes: decoding it takes seconds. */
const bomb = 'data:image/webp;base64,UklGRhoAAABXRUJQVlA4TA4AAAAvV9vVBgcQEf0PRET/Aw==';
const path = '/v1/alpha/o3-photo/generate';

const submit = (caller: Caller, images: string[]) => caller.submit(path, { prompt: 'a fox', images_base64: images });

test('decoders', async (t) => {
  const service = await startTestService(t, { env: { AFTERIMAGE_ROLES: 'api' } });
  const photo = dataUri('image/jpeg', await picture({ width: 64, height: 48 }, 'jpeg'));
  const honest = await service.account();
  assert.equal((await submit(honest.live, [photo])).status, 200);

  await t.test('whoever cannot pay is told so before the media is looked at', async () => {
    const poor = await service.account({ credit: '0' });
    const answer = await submit(poor.live, Array(10).fill(bomb));
    assert.equal(answer.status, 402);
    assert.equal(answer.body['price'], '0.0290');
    // A picture that is none: nobody looked.
    assert.equal((await submit(poor.live, ['data:image/png;base64,iVBORw0KGgoAAAAA'])).status, 402);
    const motion = await poor.live.submit('/v1/alpha/generate', {
      prompt: 'a fox',
      reference_video_url: 'http://127.0.0.1:1/nobody.mp4',
      reference_image_url: 'http://127.0.0.1:1/nobody.png',
    });
    assert.equal(motion.status, 402);
    assert.deepEqual(motion.body, {
      detail: 'This generation costs at least 0.1230 USD and the balance is 0.0000 USD',
      code: 'INSUFFICIENT_CREDITS',
      price: '0.1230',
      balance: 0,
    });
  });

  await t.test('a request has a budget of pixels, judged by what its images say of themselves', async () => {
    const rich = await service.account();
    const answer = await submit(rich.live, Array(10).fill(bomb));
    assert.equal(answer.status, 400);
    assert.equal(
      answer.body['detail'],
      'images_base64[5]: The images of a request may have 250 megapixels together; with this one they have more.',
    );
    assert.equal(await rich.live.balance(), 100);
  });

  await t.test('while one account and its twin keep the decoders busy, another is looked after', async () => {
    const greedy = await service.account();
    let answered = 0;
    const flood = Array.from({ length: 4 }, (_, number) =>
      submit(number % 2 === 0 ? greedy.live : greedy.sandbox, [bomb]).then((answer) => {
        answered += 1;
        return answer;
      }),
    );
    // One is answered: the others are at the decoders, or wait for them.
    await eventually(() => answered > 0);
    const before = answered;
    const answer = await submit(honest.live, [photo]);
    assert.equal(answer.status, 200);
    const meanwhile = answered - before;
    assert.ok(answered < flood.length, 'the flood was still going on');
    assert.ok(meanwhile <= 1, `${meanwhile} of the flood were answered before one picture was`);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    // A machine that is too loaded to decode them says busy, and charges nothing.
    assert.ok(
      statuses.every((status) => status === 200 || status === 503),
      statuses.join(),
    );
    assert.equal((await service.audit()).ok, true);
  });
});

test('an account has a budget of pixels that wait; one that has none waiting may always send one', () => {
  const budget = createPixelBudget(100);
  const first = budget.take('one', 150);
  assert.ok(first !== 'full');
  assert.equal(budget.take('one', 1), 'full');
  const other = budget.take('other', 60);
  assert.ok(other !== 'full' && budget.take('other', 41) === 'full' && budget.take('other', 40) !== 'full');
  first();
  assert.notEqual(budget.take('one', 100), 'full');
});
