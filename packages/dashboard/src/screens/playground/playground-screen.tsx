/** The playground: a form for every family, what it will cost, the code for it, and what came of it. */
import { families, findFamily } from '@afterimage/contract';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useScope } from '../../data/scope.ts';
import { Page } from '../../ui/page.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { FamilyNav } from './family-nav.tsx';
import { FamilyPlayground } from './family-playground.tsx';
import { formOf } from './form-model.ts';
import { modesOf } from './modes.ts';
import { Results, type Submitted } from './results.tsx';

export function PlaygroundScreen({ item: slug }: ScreenProps) {
  const family = slug === undefined ? families[0] : findFamily(slug, families);
  const [search] = useSearchParams();
  const { account, mode: play } = useScope();
  const [submitted, setSubmitted] = useState<readonly Submitted[]>([]);
  const derived = useMemo(() => {
    if (family === undefined) return undefined;
    const form = formOf(family);
    return { form, modes: modesOf(form) };
  }, [family]);
  if (family === undefined || derived === undefined) return <NotFoundScreen />;
  const from = search.get('from');
  return (
    <Page title="Playground" about={family.summary} width="broad">
      <FamilyNav chosen={family.slug} />
      <FamilyPlayground
        key={`${family.slug} ${from}`}
        form={derived.form}
        modes={derived.modes}
        from={from}
        onSubmitted={(id) => setSubmitted((before) => [{ id, account, play }, ...before])}
      />
      <Results submitted={submitted.filter((each) => each.play === play && each.account === account)} />
    </Page>
  );
}
