/** What the pages remember of the service's answers, and when they ask again. */
import { Refusal } from '@afterimage/client';
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';

const triesMax = 2;
const askAgainMilliseconds = 5_000;
/** No answer at all, or a gateway's that stands before a dead service. */
const unheardStatuses = [0, 502, 503, 504];

/** Failed for lack of a service, so that its return mends it. */
export const isUnheard = (fault: unknown): boolean =>
  fault instanceof Refusal && unheardStatuses.includes(fault.status);

/** Also where there is no event stream to tell of the return: before signing in, or while only the answers fail. */
function askAgainAfter(fault: unknown): number | false {
  if (isUnheard(fault)) return askAgainMilliseconds;
  // Too many requests, as from many tabs: the refusal names its end.
  return fault instanceof Refusal && (fault.retryAfterSeconds ?? 0) * 1_000;
}

/** Where the session's end is noticed; the session room listens. */
export const sessionEnd = new EventTarget();

function noteSessionEnd(fault: unknown): void {
  if (fault instanceof Refusal && fault.status === 401) sessionEnd.dispatchEvent(new Event('end'));
}

/** The pages say so at once, and not with the next look at who is here. */
function noteSuspension(fault: unknown): void {
  if (fault instanceof Refusal && fault.code === 'ACCOUNT_SUSPENDED') {
    void queryClient.invalidateQueries({ queryKey: ['getMe'] });
  }
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteSessionEnd }),
  mutationCache: new MutationCache({
    onError(fault) {
      noteSessionEnd(fault);
      noteSuspension(fault);
    },
  }),
  defaultOptions: {
    mutations: { networkMode: 'always' },
    queries: {
      // A browser without a network still reaches a service on its own machine.
      networkMode: 'always',
      // The event stream brings what changes; a screen that is opened again still looks once.
      staleTime: 5_000,
      refetchOnWindowFocus: false,
      refetchInterval: ({ state }) => askAgainAfter(state.error),
      // Faults of ours or of the network may pass; a refusal will not.
      retry: (failures, fault) =>
        failures < triesMax && fault instanceof Refusal && (fault.status === 0 || fault.status >= 500),
      retryDelay: (failures) => 500 * 2 ** failures,
    },
  },
});
