/** `examples/judge_image.py` as an operator installs it: beside the libraries that it asks for, here two that stand in for them. */
import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { askClassifier } from '../../src/moderation/classifier.ts';
import { withoutPython } from '../pull/support/gpu-worker.ts';

const example = fileURLToPath(new URL('../../../../examples/judge_image.py', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'judge-image-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const program = join(folder, 'judge_image.py');
copyFileSync(example, program);
mkdirSync(join(folder, 'PIL'));
writeFileSync(
  join(folder, 'PIL', 'Image.py'),
  `import builtins
class Picture:
    def __init__(self, name): self.text = builtins.open(name).read()
    def __enter__(self): return self
    def __exit__(self, *_): pass
    def convert(self, mode): return self
def open(name): return Picture(name)
`,
);
writeFileSync(join(folder, 'PIL', '__init__.py'), '');
/** Is as sure of NSFW as the picture says. */
writeFileSync(
  join(folder, 'transformers.py'),
  `def pipeline(task, model):
    assert (task, model) == ("image-classification", "/opt/model")
    return lambda picture: [{"label": "NSFW", "score": float(picture.text)}, {"label": "normal", "score": 1 - float(picture.text)}]
`,
);

const command = ['python3', '-B', program, '--model', '/opt/model', '--refuse', 'gore,nsfw'];
const ids = { family: 'delta', accountId: 'a1', generationId: 'g1' };
const never = new AbortController().signal;

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

test('what the model is sure of is refused by its label, the rest is let through', {
  skip: withoutPython,
}, async () => {
  const judge = (text: string) =>
    askClassifier(command, { ...ids, file: fileOf('output.jpg', text), type: 'image/jpeg', poster: null }, never);
  assert.deepEqual(await judge('0.2'), { verdict: 'allowed' });
  const refused = await judge('0.9');
  assert.ok(refused.verdict === 'refused' && refused.reason === 'The picture was judged to be nsfw.', refused.verdict);
});

test('of a video its still is judged; without one, or without the libraries, nothing goes through', {
  skip: withoutPython,
}, async () => {
  const file = fileOf('output.mp4', 'no number');
  const judge = (poster: string | null) => askClassifier(command, { ...ids, file, type: 'video/mp4', poster }, never);
  assert.equal((await judge(fileOf('poster.webp', '0.1'))).verdict, 'allowed');
  assert.equal((await judge(fileOf('poster.webp', '0.99'))).verdict, 'refused');
  assert.equal((await judge(null)).verdict, 'unasked');
  const bare = await askClassifier(
    ['python3', '-B', '-I', example, '--model', 'm', '--refuse', 'nsfw'],
    { ...ids, file, type: 'video/mp4', poster: fileOf('poster.webp', '0.1') },
    never,
  );
  assert.equal(bare.verdict, 'unasked');
});
