import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families } from '@afterimage/contract';
import { type Draft, faultsByControl, readDraft } from '../src/screens/playground/draft.ts';
import { formOf } from '../src/screens/playground/form-model.ts';
import { layOut, variantsOf } from '../src/screens/playground/form-variants.ts';
import { faultWords, optionWords } from '../src/screens/playground/words.ts';
import { moneyText, withDollars } from '../src/ui/money-text.ts';

test('a price has four decimals, a balance two and never more than there is', () => {
  assert.equal(moneyText('0.0200', 'price'), '$0.0200');
  assert.equal(moneyText('1234567.8999', 'price'), '$1,234,567.8999');
  assert.equal(moneyText('1000.0000', 'balance'), '$1,000.00');
  assert.equal(moneyText('0.0199', 'balance'), '$0.01');
  assert.equal(moneyText('-0.0001', 'balance'), '−$0.01');
  assert.equal(moneyText('-12.5000', 'price'), '−$12.5000');
  assert.equal(moneyText('0.0000', 'balance'), '$0.00');
});

test('what was spent is rounded up, so that it and what is left are what was there', () => {
  assert.equal(moneyText('98.5585', 'balance'), '$98.55');
  assert.equal(moneyText('1.4415', 'spent'), '$1.45');
  assert.equal(moneyText('1.4400', 'spent'), '$1.44');
  assert.equal(moneyText('0.0000', 'spent'), '$0.00');
  assert.equal(moneyText('-0.0150', 'spent'), '−$0.01', 'more came back than went');
});

test('an amount that somebody typed, or that must add up, has the decimals that it needs', () => {
  assert.equal(moneyText('100.0000', 'exact'), '$100.00');
  assert.equal(moneyText('4.9310', 'exact'), '$4.9310');
  assert.equal(moneyText('-0.0001', 'exact'), '−$0.0001');
});

test('amounts in a sentence of the service are written as on the pages', () => {
  assert.equal(
    withDollars('This generation costs 1.4100 USD and the balance is 0.0205 USD'),
    'This generation costs $1.41 and the balance is $0.0205',
  );
});

test('a fault says what to do, without a name of the interface', () => {
  for (const family of families) {
    const form = formOf(family);
    const reading = family.read({ callback_url: 'http://example.com', model: 'x', duration: 'x', seed: -1 }, 'live');
    assert.ok(!reading.ok);
    for (const fault of reading.faults) {
      const label = form.controls.find(({ name }) => name === fault.field)?.label ?? fault.field;
      const said = faultWords(family, fault, label);
      assert.match(said, /^[A-Z"“].*[.!?]$/, said);
      assert.doesNotMatch(said, /\d{5}/, said);
      assert.doesNotMatch(said, /prompt is required|callback_url|cfg_scale|`/, said);
    }
    const prompt = faultWords(family, { field: 'prompt', message: 'prompt is required' }, 'Prompt');
    assert.equal(prompt, `Write what the ${family.output === 'video' ? 'video' : 'picture'} shows.`);
  }
});

test('a media control that is empty says so, and one with a wrong address says how it begins', () => {
  for (const family of families) {
    const form = formOf(family);
    for (const variant of variantsOf(form)) {
      const { values } = layOut(form, variant, { prompt: 'a fox in the snow' });
      const wordsWith = (media: Draft['media']) => {
        const { faults } = readDraft({ family, variant, values, media }, 'live');
        return [...faultsByControl(form, variant, faults)].map(([, words]) => words.join(' '));
      };
      for (const words of wordsWith({})) assert.match(words, /^Drop, paste or choose an? (image|video)\.$/);
      const wrong = Object.fromEntries(
        variant.mediaControls.map(({ name }) => [name, [{ from: 'link', url: 'ftp://x' } as const]]),
      );
      for (const words of wordsWith(wrong))
        assert.match(words, /^(The address must start with|Drop, paste)/, family.slug);
    }
  }
});

test('every control of every family has a label and a hint without a name of the interface', () => {
  for (const family of families) {
    for (const { label, about } of formOf(family).controls) {
      assert.match(label, /^[A-Z][A-Za-z ]+$/);
      assert.doesNotMatch(about, /_/, `${family.slug}: ${about}`);
    }
  }
  const resolution = (slug: string) =>
    formOf(families.find((family) => family.slug === slug)!).controls.find(({ name }) => name === 'img_resolution')
      ?.about;
  assert.equal(resolution('alpha-o1-photo'), 'Long edge: 1,024 or 2,048 pixels.');
  assert.equal(resolution('alpha-o3-photo'), 'Long edge: 1,024, 2,048 or 4,096 pixels.');
  assert.equal(optionWords('duration', '5'), '5 s');
  assert.equal(optionWords('mode', 'std'), 'Standard');
});
