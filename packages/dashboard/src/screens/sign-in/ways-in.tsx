/** The ways in that this installation has: email and password always, a provider and signing up where they are set up. */
import { passwordCharactersMin } from '@afterimage/contract/api';
import { LogIn } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useChange, useRead } from '../../data/reads.ts';
import type { Person } from '../../data/resources.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { fieldFault } from '../../ui/field-fault.ts';
import { Notice } from '../../ui/notice.tsx';
import { Frame } from './frame.tsx';
import { signInSentence } from './problems.ts';

type Way = 'sign_in' | 'sign_up';

const words = {
  sign_in: { title: 'Sign in', go: 'Sign in', other: 'Create an account', route: 'signIn' },
  sign_up: { title: 'Create an account', go: 'Create account', other: 'Sign in instead', route: 'signUp' },
} as const;

export function WaysIn({ problem, onSignedIn }: { problem: string | null; onSignedIn(person: Person): void }) {
  const welcome = useRead('getWelcome', {}, { staleSeconds: 300 });
  const [way, setWay] = useState<Way>('sign_in');
  const isOpen = welcome.data?.sign_up === 'open';
  return (
    <Frame title={words[way].title}>
      {welcome.isError && <Notice tone="bad">{signInSentence(welcome.error)}</Notice>}
      <PasswordForm key={way} way={way} problem={problem} onSignedIn={onSignedIn} />
      {welcome.data?.oidc != null && (
        <>
          <div aria-hidden className="flex items-center gap-3 text-small text-muted">
            <span className="h-px flex-1 bg-line" />
            or
            <span className="h-px flex-1 bg-line" />
          </div>
          <ButtonLink href="/api/oidc/start" icon={LogIn}>
            Continue with {welcome.data.oidc}
          </ButtonLink>
        </>
      )}
      {isOpen ? (
        <Button look="quiet" onClick={() => setWay(way === 'sign_in' ? 'sign_up' : 'sign_in')}>
          {words[way].other}
        </Button>
      ) : (
        <p className="text-small text-muted">
          No password yet, or forgotten? Ask the operator of this service for a link; it signs you in without one.
        </p>
      )}
    </Frame>
  );
}

function PasswordForm(props: { way: Way; problem: string | null; onSignedIn(person: Person): void }) {
  const { way, problem, onSignedIn } = props;
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange(words[way].route);
  const faults = { email: fieldFault(change.error, 'email'), password: fieldFault(change.error, 'password') };
  const sentence = change.error === null ? problem : signInSentence(change.error);
  const isAboutField = faults.email !== undefined || faults.password !== undefined;
  function submit(event: FormEvent) {
    event.preventDefault();
    change.mutate({ body: { email: email.trim(), password } }, { onSuccess: onSignedIn });
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {sentence !== null && !isAboutField && <Notice tone="bad">{sentence}</Notice>}
      <Field label="Email" fault={faults.email}>
        <TextInput
          autoFocus
          type="text"
          inputMode="email"
          name="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Field
        label="Password"
        fault={faults.password}
        {...(way === 'sign_up' && {
          hint: `At least ${passwordCharactersMin} characters; a few unrelated words are good.`,
        })}
      >
        <TextInput
          type="password"
          name="password"
          autoComplete={way === 'sign_in' ? 'current-password' : 'new-password'}
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button look="primary" type="submit" busy={change.isPending}>
        {words[way].go}
      </Button>
    </form>
  );
}
