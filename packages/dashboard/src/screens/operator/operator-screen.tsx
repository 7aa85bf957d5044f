/** The operator's view: how the service is doing, its accounts, its people, and whom to invite. */
import { ShieldCheck } from 'lucide-react';
import type { ComponentType } from 'react';
import { Link } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { usePerson } from '../../data/session.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import type { ScreenProps } from '../screen-props.ts';
import { Accounts } from './accounts.tsx';
import { Actions } from './actions.tsx';
import { Engines } from './engines.tsx';
import { Invitations } from './invitations.tsx';
import { Jobs } from './jobs.tsx';
import { type OperatorPart, operatorLink, operatorParts } from './operator-pages.ts';
import { Overview } from './overview.tsx';
import { People } from './people.tsx';

const contents: Readonly<Record<OperatorPart['name'], ComponentType>> = {
  Overview,
  Engines,
  Jobs,
  Accounts,
  People,
  Invitations,
  Log: Actions,
};

export function OperatorScreen({ item: part }: ScreenProps) {
  const { person } = usePerson();
  const shown = operatorParts.find((each) => each.part === part) ?? operatorParts[0];
  const Content = contents[shown.name];
  if (!person.operator) return <NotForYou />;
  return (
    <Page title="Operator" about="The whole service and everybody in it.">
      <nav aria-label="Operator" className="-mt-2 flex flex-wrap border-b border-line p-1 sm:gap-1">
        {operatorParts.map((each) => (
          <Link
            key={each.name}
            href={operatorLink(each)}
            aria-current={each === shown ? 'page' : undefined}
            className={classes(
              'flex min-h-8 items-center rounded-control px-2 text-small font-medium whitespace-nowrap transition-colors sm:px-3 sm:text-base',
              each === shown ? 'bg-accent-soft text-accent-text' : 'text-muted hover:bg-hover hover:text-ink',
            )}
          >
            {each.name}
          </Link>
        ))}
      </nav>
      <Content />
    </Page>
  );
}

function NotForYou() {
  return (
    <Page title="Operator">
      <EmptyState
        icon={ShieldCheck}
        title="Only the operator sees this"
        actions={<ButtonLink href={addresses.home}>To the generations</ButtonLink>}
      >
        <p>The operator is the owner of the first account of this service.</p>
      </EmptyState>
    </Page>
  );
}
