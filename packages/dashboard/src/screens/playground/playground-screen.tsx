/** The playground: a form for every family, what it will cost, the code for it, and what came of it. */
import { families, findFamily } from '@afterimage/contract';
import { useEffect, useMemo } from 'react';
import { useSearchParams } from 'wouter';
import { keepFamily, readFamily } from '../../data/drafts.ts';
import { Page } from '../../ui/page.tsx';
import { NotFoundScreen } from '../not-found-screen.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { FamilyNav } from './family-nav.tsx';
import { FamilyPlayground } from './family-playground.tsx';
import { formOf } from './form-model.ts';
import { variantsOf } from './form-variants.ts';
import { useSubmitted } from './use-submitted.ts';

export function PlaygroundScreen({ item: slug }: ScreenProps) {
  const family = slug === undefined ? lastFamily() : findFamily(slug, families);
  useEffect(() => {
    if (family !== undefined) keepFamily(family.slug);
  }, [family]);
  const [search] = useSearchParams();
  const submitted = useSubmitted();
  const derived = useMemo(() => {
    if (family === undefined) return undefined;
    const form = formOf(family);
    return { form, variants: variantsOf(form) };
  }, [family]);
  if (family === undefined || derived === undefined) return <NotFoundScreen />;
  const from = search.get('from');
  return (
    <Page title="Playground" about={family.summary} width="broad">
      <FamilyNav chosen={family.slug} />
      <FamilyPlayground
        key={`${family.slug} ${from}`}
        form={derived.form}
        variants={derived.variants}
        from={from}
        submitted={submitted}
      />
    </Page>
  );
}

/** The rail leads to the form that was left. */
const lastFamily = () => findFamily(readFamily() ?? '', families) ?? families[0];
