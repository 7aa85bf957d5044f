/** `GET /v1/models`: every family and every model of it, with what each makes and costs. */
import { type Family, formatPrice, modelNamesOf } from '@afterimage/contract';
import type { KeyChecker } from '../accounts/key-checker.ts';
import { authenticate } from '../http/authenticate.ts';
import { sendJson } from '../http/exchange.ts';
import type { Limits } from '../http/limits.ts';
import type { Router } from '../http/router.ts';
import { shaped } from './shaped-exchange.ts';

export interface ModelsServices {
  keys: KeyChecker;
  limits: Limits;
  families: readonly Family[];
  prices: Readonly<Record<string, Readonly<Record<string, number>>>>;
}

/** When the first of them could be used; nobody needs it, and the libraries' types want a number. */
const createdAt = Date.UTC(2026, 0, 1) / 1000;

export function addModelsRoute(router: Router, { keys, limits, families, prices }: ModelsServices): void {
  const data = families.flatMap((family) =>
    modelNamesOf(family).map((id) => ({
      id,
      object: 'model',
      created: createdAt,
      owned_by: 'afterimage',
      family: family.slug,
      output: family.output,
      about: family.summary,
      prices: pricesOf(prices[family.slug]!, id.slice(family.slug.length + 1)),
    })),
  );
  const json = JSON.stringify({ object: 'list', data });
  router.add(
    'GET',
    '/v1/models',
    shaped(async (exchange) => {
      const holder = await authenticate(keys, exchange);
      if (holder !== null && limits.forListAll(exchange, holder)) sendJson(exchange, 200, json);
    }),
  );
}

/** In USD, by item: `alpha_2.6/5s`. Those of one model, where one is named. */
function pricesOf(items: Readonly<Record<string, number>>, model: string): Record<string, string> {
  const shown = Object.entries(items).filter(
    ([item]) => model === '' || item === model || item.startsWith(`${model}/`),
  );
  return Object.fromEntries(shown.map(([item, price]) => [item, formatPrice(price)]));
}
