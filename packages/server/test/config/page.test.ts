/** docs/configuration.md as it would be written now. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { families, formatPrice } from '@afterimage/contract';
import { parse } from 'yaml';
import { configurationPage } from '../../src/config/config.ts';
import { readSettings } from '../../src/config/read.ts';
import { fileKeys, variables } from '../../src/config/table.ts';

test('the page names every setting, price item, time limit and failure code', () => {
  const page = configurationPage();
  for (const { name, meaning } of [...Object.values(variables), ...Object.values(fileKeys)]) {
    assert.ok(page.includes(`| \`${name}\` | ${meaning} |`), name);
  }
  for (const { slug, prices, timeLimits, failureCodes } of families) {
    for (const [item, price] of Object.entries(prices)) {
      assert.ok(page.includes(`| \`${slug}\` | \`${item}\` | ${formatPrice(price)} |`), item);
    }
    for (const [name, seconds] of Object.entries(timeLimits)) {
      assert.ok(page.includes(`| \`${name}\` | ${seconds} |`), name);
    }
    for (const code of failureCodes) assert.ok(page.includes(`\`${code}\``), code);
  }
});

test('the example on the page is a file that the service accepts', () => {
  const example = /```yaml\n([\s\S]*?)```/.exec(configurationPage())![1]!;
  const machine = { checkoutFolder: '/', workingFolder: '/', cores: 1 };
  const settings = readSettings({ env: {}, families, machine, readText: () => example });
  assert.equal(settings.mediaDays, parse(example).media_days);
});

test('the page is the same wherever it is written', () => {
  assert.doesNotMatch(configurationPage(), new RegExp(process.cwd().replaceAll('/', '\\/')));
});
