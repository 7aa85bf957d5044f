/** Reading and changing through the account interface, in the scope that the pages show. */
import type { AnswerOf, RequestTo } from '@afterimage/client';
import { type ApiRoute, type ApiRouteName, apiRoutes } from '@afterimage/contract/api';
import {
  type QueryClient,
  type QueryKey,
  type UseInfiniteQueryResult,
  type UseMutationResult,
  type UseQueryResult,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { api } from './api.ts';
import { type Scope, useScope } from './scope.ts';

type Routes = typeof apiRoutes;
export type ReadRequest<Name extends ApiRouteName> = Omit<RequestTo<Routes[Name]>, 'signal' | 'headers'>;
type Answered<Name extends ApiRouteName> = AnswerOf<Routes[Name]>;
type PageItem<Name extends ApiRouteName> = Answered<Name> extends { items: (infer Item)[] } ? Item : never;
export interface Page<Item> {
  items: Item[];
  next: string | null;
}

type AnyCall = (request: object) => Promise<unknown>;

/** The request with account and mode, where the route takes them. */
function inScope(name: ApiRouteName, request: object, { account, mode }: Scope): object {
  const { query: takes = {} } = apiRoutes[name] as ApiRoute;
  const query = {
    ...('account' in takes && account !== undefined && { account }),
    ...('mode' in takes && { mode }),
    ...('query' in request ? (request.query as object) : {}),
  };
  return Object.keys(query).length === 0 ? request : { ...request, query };
}

export interface ReadOptions<Answer> {
  enabled?: boolean;
  /** By what is known so far, where that decides. */
  refetchSeconds?: number | ((answer: Answer | undefined) => number);
  staleSeconds?: number;
}

export function useRead<Name extends ApiRouteName>(
  name: Name,
  request: ReadRequest<Name> = {} as ReadRequest<Name>,
  { enabled = true, refetchSeconds, staleSeconds }: ReadOptions<Answered<Name>> = {},
): UseQueryResult<Answered<Name>> {
  const scoped = inScope(name, request, useScope());
  return useQuery({
    queryKey: [name, scoped],
    queryFn: ({ signal }) => (api[name] as AnyCall)({ ...scoped, signal }) as Promise<Answered<Name>>,
    enabled,
    ...(refetchSeconds !== undefined && {
      refetchInterval: ({ state }: { state: { data: Answered<Name> | undefined } }) =>
        1000 * (typeof refetchSeconds === 'number' ? refetchSeconds : refetchSeconds(state.data)),
    }),
    ...(staleSeconds !== undefined && { staleTime: staleSeconds * 1000 }),
  });
}

/** A list that grows downwards. */
export function usePages<Name extends ApiRouteName>(
  name: Name,
  request: ReadRequest<Name> = {} as ReadRequest<Name>,
  { refetchSeconds }: { refetchSeconds?: number } = {},
): UseInfiniteQueryResult<{ pages: Page<PageItem<Name>>[] }> & { items: PageItem<Name>[]; key: QueryKey } {
  const scoped = inScope(name, request, useScope()) as { query?: object };
  const key = [name, scoped];
  const result = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ signal, pageParam }) =>
      (api[name] as AnyCall)({
        ...scoped,
        query: { ...scoped.query, cursor: pageParam ?? undefined },
        signal,
      }) as Promise<Page<PageItem<Name>>>,
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Whoever has gone down the list reads it: it does not move, and many pages are not asked for again and again.
    ...(refetchSeconds !== undefined && {
      refetchInterval: ({ state }: { state: { data: { pages: unknown[] } | undefined } }) =>
        (state.data?.pages.length ?? 0) > 1 ? false : refetchSeconds * 1000,
    }),
    // While a filter changes, what was there stays; what belongs to another account must not.
    placeholderData: (before, query) => (isSameScope(query?.queryKey[1], scoped) ? before : undefined),
  });
  return Object.assign(result, { items: result.data?.pages.flatMap((page) => page.items) ?? [], key });
}

function isSameScope(before: unknown, now: object): boolean {
  const scopeOf = (scoped: unknown) => (scoped as { query?: Partial<Scope> } | undefined)?.query ?? {};
  return scopeOf(before).account === scopeOf(now).account && scopeOf(before).mode === scopeOf(now).mode;
}

/** A first answer that is still on its way is older than the change, and would be waited for instead of asking anew. */
async function askAnew(client: QueryClient, queryKey: QueryKey): Promise<void> {
  await client.cancelQueries({ queryKey });
  await client.invalidateQueries({ queryKey });
}

/** Something that changes the service's state; `touches` are the reads that it makes stale. */
export function useChange<Name extends ApiRouteName>(
  name: Name,
  { touches = [] }: { touches?: readonly ApiRouteName[] } = {},
): UseMutationResult<Answered<Name>, Error, RequestTo<Routes[Name]>> {
  const scope = useScope();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestTo<Routes[Name]>) =>
      (api[name] as AnyCall)(inScope(name, request, scope)) as Promise<Answered<Name>>,
    onSuccess: () => Promise.all(touches.map((touched) => askAnew(client, [touched]))),
  });
}
