/** The parts of the settings file that speak of families: prices, refunds and time limits, each laid over the defaults. */
import { type Family, findFamily, formatPrice, parseAmount, rateMax } from '@afterimage/contract';
import { faultSentence, type Kind, type Reading } from './kinds.ts';
import type { Prices, RateLimits, RefundTable, TimeLimits } from './settings.ts';

const timeLimitSecondsMax = 86_400;

export function defaultPrices(families: readonly Family[]): Prices {
  return Object.fromEntries(families.map((family) => [family.slug, { ...family.prices }]));
}

export function defaultRefundTable(families: readonly Family[]): RefundTable {
  const row = ({ failures }: Family) => Object.fromEntries(failures.map(({ code, refunded }) => [code, refunded]));
  return Object.fromEntries(families.map((family) => [family.slug, row(family)]));
}

export function defaultTimeLimits(families: readonly Family[]): TimeLimits {
  return Object.assign({}, ...families.map((family) => family.timeLimits));
}

/** The lines under a key of the file. Nothing under it is the same as the key left out. */
function linesOf(raw: unknown, reading: Reading, form: string): [string, unknown][] {
  if (raw === null) return [];
  if (typeof raw === 'object' && !Array.isArray(raw)) return Object.entries(raw);
  reading.fault(faultSentence({ name: reading.name, seen: raw, form }));
  return [];
}

const below = (reading: Reading, name: string): Reading => ({ ...reading, name: `${reading.name}.${name}` });

function familyNamed(name: string, reading: Reading): Family | undefined {
  const family = findFamily(name, reading.families);
  if (family === undefined) {
    const known = reading.families.map(({ slug }) => slug).join(', ');
    reading.fault(`${reading.name} is not a family; it must be one of ${known}.`);
  }
  return family;
}

export const priceTable: Kind<Prices> = {
  isTable: true,
  form: 'families, and under each its items with a price',
  show: (prices) =>
    Object.fromEntries(
      Object.entries(prices).map(([slug, items]) => [
        slug,
        Object.fromEntries(Object.entries(items).map(([item, price]) => [item, formatPrice(price)])),
      ]),
    ),
  read(raw, reading) {
    const prices = defaultPrices(reading.families);
    for (const [name, items] of linesOf(raw, reading, this.form)) {
      const inFamily = below(reading, name);
      const family = familyNamed(name, inFamily);
      if (family === undefined) continue;
      for (const [item, written] of priceLines(family, items, inFamily)) {
        const price = readPrice({ family, item, written }, below(inFamily, item));
        if (price === undefined) continue;
        prices[family.slug]![item] = price;
        reading.noteLine(`${family.slug}.${item}`);
      }
    }
    return prices;
  },
};

/** Where there is one price, `delta: 0.03` says it all. */
function priceLines(family: Family, items: unknown, reading: Reading): [string, unknown][] {
  const [item, ...others] = Object.keys(family.prices);
  const isPrice = typeof items === 'number' || typeof items === 'string';
  if (isPrice && item !== undefined && others.length === 0) return [[item, items]];
  return linesOf(items, reading, 'items with a price');
}

function readPrice(line: { family: Family; item: string; written: unknown }, reading: Reading): number | undefined {
  const { family, item, written } = line;
  if (!Object.hasOwn(family.prices, item)) {
    const items = Object.keys(family.prices).join(', ');
    reading.fault(`${reading.name} is not an item of this family; it must be one of ${items}.`);
    return undefined;
  }
  const amount = parseAmount(typeof written === 'number' || typeof written === 'string' ? String(written) : '');
  if (amount.ok) return amount.units;
  const form = 'a price in USD with at most four decimals, such as 0.35';
  reading.fault(faultSentence({ name: reading.name, seen: written, form }));
  return undefined;
}

export const refundTable: Kind<RefundTable> = {
  isTable: true,
  form: 'failure codes with true or false, or families and under each its codes',
  show: (table) => table,
  read(raw, reading) {
    const table = defaultRefundTable(reading.families);
    const lines = linesOf(raw, reading, this.form);
    const isCode = (name: string) => reading.families.some(({ failureCodes }) => failureCodes.includes(name));
    // What is said of a code in general first: what is said of one family wins, wherever it stands in the file.
    for (const [code, written] of lines.filter(([name]) => isCode(name))) {
      const refunded = readSwitch(written, below(reading, code));
      for (const { slug, failureCodes } of reading.families) {
        if (refunded === undefined || !failureCodes.includes(code)) continue;
        table[slug]![code] = refunded;
        reading.noteLine(`${slug}.${code}`);
      }
    }
    for (const [name, codes] of lines.filter(([name]) => !isCode(name))) {
      readFamilyRefunds({ name, codes, table }, below(reading, name));
    }
    return table;
  },
};

function readFamilyRefunds(line: { name: string; codes: unknown; table: RefundTable }, reading: Reading): void {
  const family = findFamily(line.name, reading.families);
  if (family === undefined) {
    reading.fault(`${reading.name} is neither a failure code nor a family; codes are written like TASK_FAILED.`);
    return;
  }
  for (const [code, written] of linesOf(line.codes, reading, 'failure codes with true or false')) {
    const inCode = below(reading, code);
    if (!family.failureCodes.includes(code)) {
      inCode.fault(`${inCode.name} is not a code of this family; it must be one of ${family.failureCodes.join(', ')}.`);
      continue;
    }
    const refunded = readSwitch(written, inCode);
    if (refunded === undefined) continue;
    line.table[family.slug]![code] = refunded;
    reading.noteLine(`${family.slug}.${code}`);
  }
}

function readSwitch(written: unknown, reading: Reading): boolean | undefined {
  if (typeof written === 'boolean') return written;
  reading.fault(faultSentence({ name: reading.name, seen: written, form: 'true or false' }));
  return undefined;
}

export const timeLimitTable: Kind<TimeLimits> = {
  isTable: true,
  form: 'families with their limit in seconds',
  show: (limits) => limits,
  read(raw, reading) {
    const limits = defaultTimeLimits(reading.families);
    for (const [name, written] of linesOf(raw, reading, this.form)) {
      const inLine = below(reading, name);
      const key = Object.hasOwn(limits, name) ? name : findFamily(name, reading.families)?.slug;
      if (key === undefined) {
        inLine.fault(`${inLine.name} is not known; it must be one of ${Object.keys(limits).join(', ')}.`);
      } else if (Number.isInteger(written) && Number(written) >= 1 && Number(written) <= timeLimitSecondsMax) {
        limits[key] = Number(written);
        reading.noteLine(key);
      } else {
        const form = `a whole number of seconds from 1 to ${timeLimitSecondsMax}`;
        inLine.fault(faultSentence({ name: inLine.name, seen: written, form }));
      }
    }
    return limits;
  },
};

/** As the file writes them. */
const rateLimitNames: Readonly<Record<string, keyof RateLimits>> = {
  submit: 'submit',
  status: 'status',
  list: 'list',
  balance: 'balance',
  engine: 'engine',
  api: 'api',
  o3_status: 'o3Status',
};

export const rateLimitTable = (defaults: RateLimits): Kind<RateLimits> => ({
  isTable: true,
  form: 'kinds of request with how many may be made in a minute',
  show: (limits) =>
    Object.fromEntries(Object.entries(rateLimitNames).map(([name, key]) => [name, limits[key] ?? 'off'])),
  read(raw, reading) {
    const limits = { ...defaults };
    for (const [name, written] of linesOf(raw, reading, this.form)) {
      const key = Object.hasOwn(rateLimitNames, name) ? rateLimitNames[name] : undefined;
      const inLine = below(reading, name);
      if (key === undefined) {
        inLine.fault(`${inLine.name} is not known; it must be one of ${Object.keys(rateLimitNames).join(', ')}.`);
        continue;
      }
      reading.noteLine(name);
      if (written === 'off' && key !== 'o3Status') {
        limits[key] = undefined;
      } else {
        const rate = readRate(written, inLine, key === 'o3Status' ? '' : 'off, or ');
        if (rate !== undefined) limits[key] = rate;
      }
    }
    return limits;
  },
});

function readRate(written: unknown, reading: Reading, orElse: '' | 'off, or '): number | undefined {
  if (Number.isInteger(written) && Number(written) >= 1 && Number(written) <= rateMax) return Number(written);
  const form = `${orElse}a whole number of requests a minute from 1 to ${rateMax}`;
  reading.fault(faultSentence({ name: reading.name, seen: written, form }));
  return undefined;
}
