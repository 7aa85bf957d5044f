/** The state of one family's form: the draft, what it means, what is wrong with it, and sending it. */
import { Refusal } from '@afterimage/client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { keepDraftText, readDraftText } from '../../data/drafts.ts';
import { useChange } from '../../data/reads.ts';
import { type Mode, useScope } from '../../data/scope.ts';
import { bodyOf, type Draft, draftFromText, faultsByControl, readDraft, storedText, variantOf } from './draft.ts';
import type { FamilyForm, MediaControl } from './form-model.ts';
import { layOut, type Variant } from './form-variants.ts';
import { type Medium, takeFile } from './media.ts';
import { type Quote, quoteOf } from './price.ts';
import { type Request, requestToRival, rivalNames } from './rivals.ts';
import { useFamilyStates } from './use-family-states.ts';
import { useWhyClosed } from './use-why-closed.ts';

/** Sooner, the same draft is a double click or a key held down, and no second wish. */
const againMilliseconds = 500;

export interface PlaygroundProps {
  form: FamilyForm;
  variants: readonly Variant[];
  /** `beside`: sent before with the same request, to be shown next to it. */
  onSubmitted(id: string, beside?: string): void;
}

export type Playground = ReturnType<typeof usePlayground>;

export function usePlayground({ form, variants, onSubmitted }: PlaygroundProps) {
  const { family } = form;
  const { mode } = useScope();
  const [draft, setDraft] = useStoredDraft(form, variants);
  const { touched, touch, touchAll } = useTouched();
  const [refusals, setRefusals] = useState<Readonly<Record<string, string | null>>>({});
  const [count, setCount] = useState(1);
  const [rivalKey, setRival] = useState('');
  /** Drafts on their way, or only just sent. */
  const [sent] = useState(() => new Set<Draft>());
  const submit = useChange('generate', { touches: ['getBalance', 'listGenerations'] });
  const states = useFamilyStates();
  const state = states.data?.find(({ slug }) => slug === family.slug);

  const variant = variantOf(variants, draft);
  const { shown, values } = useMemo(() => layOut(form, variant, draft.values), [form, variant, draft.values]);
  const { media } = draft;
  const found = useMemo(
    () => readDraft({ family, variant, values, media }, mode),
    [family, variant, values, media, mode],
  );
  const rivals = useMemo(
    () => rivalNames({ form, variant, values, media }, shown),
    [form, variant, values, media, shown],
  );
  const rivalName = rivals.find(({ key }) => key === rivalKey);
  const rival = useMemo(
    () => (rivalName === undefined ? null : requestToRival({ form, variant, values, media }, rivalName.key)),
    [rivalName, form, variant, values, media],
  );
  const rivalFault = useMemo(() => (rival === null ? undefined : firstFault(rival, mode)), [rival, mode]);
  const prices = state?.prices;
  const pricesFault = states.data === undefined ? states.error : null;
  const quote = useMemo(
    () => (prices === undefined ? null : quoteOf({ form, variant, values, media }, prices)),
    [form, variant, values, media, prices],
  );
  const rivalState = states.data?.find(({ slug }) => slug === rival?.form.family.slug);
  const rivalPrices = rivalState?.prices;
  const closed = useWhyClosed('Generate', [family.slug, rival?.form.family.slug]);
  const rivalQuote = useMemo(
    () => (rival === null || rivalPrices === undefined ? null : quoteOf(rival, rivalPrices)),
    [rival, rivalPrices],
  );
  const refused = submit.error instanceof Refusal ? submit.error.fields : [];
  const code = submit.error instanceof Refusal ? submit.error.code : undefined;
  const wasResting = code === 'MAINTENANCE';
  const wasClosed = wasResting || code === 'ACCOUNT_SUSPENDED';
  useEffect(() => {
    // Whoever is told of it beside the button need not be told by the refusal, too.
    if (wasClosed && closed !== undefined) submit.reset();
    else if (wasResting) void states.refetch();
  }, [wasResting, wasClosed, closed, states.refetch, submit.reset]);
  const own = faultsByControl(form, variant, found.faults);
  const theirs = faultsByControl(form, variant, refused);

  const change = useCallback(
    (next: (before: Draft) => Draft) => {
      // What the service said was about the request before.
      submit.reset();
      setDraft(next);
    },
    [submit.reset, setDraft],
  );
  const setMedia = useCallback(
    (control: MediaControl, next: (before: readonly Medium[]) => readonly Medium[]) => {
      touch(control.name);
      setRefusals((before) => ({ ...before, [control.name]: null }));
      change((before) => ({
        ...before,
        media: { ...before.media, [control.name]: next(before.media[control.name] ?? []) },
      }));
    },
    [change, touch],
  );

  return {
    form,
    variants,
    variant,
    shown,
    values,
    media,
    /** For all of them together. */
    quote: rival !== null && rivalQuote === null ? null : quote && timesCount(quote, rivalQuote, count),
    count,
    setCount,
    rivals,
    rival: rivalName,
    setRival,
    mode,
    /** Why nothing new is taken at the moment. */
    closed,
    /** Why the prices are not there. */
    pricesFault,
    askForPrices: () => void states.refetch(),
    busy: submit.isPending,
    fault: submit.error,
    /** What stands beside a control, of a medium or not: ours once it was touched, the service's always. */
    faultAt: (name: string): string | undefined =>
      refusals[name] ?? theirs.get(name)?.join(' ') ?? (touched(name) ? own.get(name)?.join(' ') : undefined),
    faultsElsewhere: [
      ...(theirs.get('form') ?? []),
      // One's own faults stand at their fields; the rival has none here.
      ...(rivalFault !== undefined && found.faults.length === 0 ? [`${rivalName?.label}: ${rivalFault}`] : []),
    ],
    touch,
    replace: change,
    setVariant: (key: string) => change((before) => ({ ...before, variant: key })),
    setValue: (name: string, value: unknown) =>
      change((before) => ({ ...before, values: { ...before.values, [name]: value } })),
    setMedia,
    /** Why a link is none that the media control takes. */
    linkFault(control: MediaControl, url: string): string | undefined {
      const { faults } = readDraft(
        { family, variant, values, media: { [control.name]: [{ from: 'link', url }] } },
        mode,
      );
      const ofLink = faults.filter(({ type }) => type.startsWith('url_'));
      return faultsByControl(form, variant, ofLink).get(control.name)?.[0];
    },
    addLink: (control: MediaControl, url: string) =>
      setMedia(control, (before) =>
        (control.shape === 'one' ? [] : before).concat({ from: 'link', url }).slice(0, control.itemsMax),
      ),
    async addFiles(control: MediaControl, files: readonly File[]) {
      const { media: taken, refusal } = await takeFiles(control, files);
      if (taken.length > 0) {
        setMedia(control, (before) =>
          (control.shape === 'one' ? taken : [...before, ...taken]).slice(0, control.itemsMax),
        );
      }
      setRefusals((before) => ({ ...before, [control.name]: refusal }));
    },
    submit() {
      // Ctrl+Enter comes here past the button.
      if (sent.has(draft)) return 'sent' as const;
      if (pricesFault !== null || closed !== undefined) return 'refused' as const;
      if (found.faults.length > 0 || rivalFault !== undefined) {
        touchAll();
        return 'refused' as const;
      }
      const send = async (asked: Request, step: number) => {
        const { slug, idName } = asked.form.family;
        const body = withNextSeed(
          bodyOf(asked, ({ dataUri }) => dataUri),
          step,
        );
        const answer = await submit.mutateAsync({ id: slug, body, headers: { 'idempotency-key': drawKey() } });
        return String(answer[idName]);
      };
      sent.add(draft);
      const all = inOrder(count, async (step) => {
        const id = await send({ form, variant, values, media }, step);
        onSubmitted(id);
        if (rival !== null) onSubmitted(await send(rival, step), id);
      });
      void Promise.all([all, pause(againMilliseconds)]).then(() => sent.delete(draft));
      return 'sent' as const;
    },
  };
}

/** In words for people, as beside a field. */
function firstFault(asked: Request, mode: Mode): string | undefined {
  const { faults } = readDraft({ ...asked, family: asked.form.family }, mode);
  const [words] = faultsByControl(asked.form, asked.variant, faults.slice(0, 1)).values();
  return words?.[0];
}

/** Kept for this tab, without addresses and files. */
function useStoredDraft(form: FamilyForm, variants: readonly Variant[]) {
  const { slug } = form.family;
  const [draft, setDraft] = useState(() => draftFromText(variants, readDraftText(slug)));
  useEffect(() => keepDraftText(slug, storedText(form, draft)), [slug, form, draft]);
  return [draft, setDraft] as const;
}

/** Nobody wants to read of a prompt that is missing before having had a chance to write it. */
function useTouched() {
  const [names, setNames] = useState<ReadonlySet<string> | 'all'>(new Set());
  const touch = useCallback(
    (name: string) =>
      setNames((before) => (before === 'all' || before.has(name) ? before : new Set([...before, name]))),
    [],
  );
  return {
    touched: (name: string) => names === 'all' || names.has(name),
    touch,
    touchAll: () => setNames('all'),
  };
}

async function takeFiles(
  control: MediaControl,
  files: readonly File[],
): Promise<{ media: Medium[]; refusal: string | null }> {
  const takings = await Promise.all(files.slice(0, control.itemsMax).map((file) => takeFile(file, control)));
  return {
    media: takings.flatMap((taking) => (taking.ok ? [taking.medium] : [])),
    refusal: takings.find((taking) => !taking.ok)?.message ?? null,
  };
}

/** One after the other; the first that is refused is the last, and the form shows why. */
async function inOrder(count: number, send: (step: number) => Promise<void>): Promise<void> {
  try {
    for (let step = 0; step < count; step += 1) await send(step);
  } catch {
    // Shown by the form.
  }
}

const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** So many of each. */
function timesCount(one: Quote, rival: Quote | null, count: number): Quote {
  return {
    least: (one.least + (rival?.least ?? 0)) * count,
    most: (one.most + (rival?.most ?? 0)) * count,
  };
}

/** The same seed would make the same again. */
function withNextSeed(body: Readonly<Record<string, unknown>>, step: number): Record<string, unknown> {
  return typeof body['seed'] === 'number' ? { ...body, seed: body['seed'] + step } : { ...body };
}

/** One for every request, so that a request that is sent twice on the way is charged once. Also without https, unlike `randomUUID`. */
function drawKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
