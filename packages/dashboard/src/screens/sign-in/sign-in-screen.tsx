/** Signing in: by a link's token, with email and password, at the operator's provider, or by signing up where it is open. */
import { useEffect, useRef, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { addresses } from '../../data/addresses.ts';
import { useChange } from '../../data/reads.ts';
import type { Person } from '../../data/resources.ts';
import { beginSession } from '../../data/session.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Frame } from './frame.tsx';
import { LinkPassword } from './link-password.tsx';
import { useLinkToken } from './link-token.ts';
import { providerProblem, signInSentence } from './problems.ts';
import { WaysIn } from './ways-in.tsx';
import { joinedAccount, whoIsHere } from './who-is-here.ts';

type Step =
  | { step: 'who_is_here' }
  | { step: 'ways_in' }
  | { step: 'password'; person: Person; joined: string | undefined };

export function SignInScreen() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { token, forget } = useLinkToken();
  const [step, setStep] = useState<Step>({ step: 'who_is_here' });
  const goOn = (joined?: string) =>
    navigate(joined === undefined ? nextPath(search) : `/?account=${joined}`, { replace: true });
  const signedIn = (person: Person) => {
    beginSession(person);
    goOn();
  };
  const link = useLinkSignIn(token, {
    onDone(person, joined) {
      forget();
      beginSession(person);
      // Who was signed in and is invited further knows their password; others may have asked for the link for lack of it.
      if (person.has_password && joined !== undefined) goOn(joined);
      else setStep({ step: 'password', person, joined });
    },
    onFailed: forget,
  });
  if (token !== null) return <SigningIn />;
  if (step.step === 'password') {
    const { email, has_password } = step.person;
    return (
      <Frame
        title={has_password ? 'Choose a new password' : 'Choose a password'}
        about={`You are signed in as ${email}.`}
      >
        <LinkPassword hasOne={has_password} onDone={() => goOn(step.joined)} />
      </Frame>
    );
  }
  const problem = link.problem ?? providerProblem(search);
  if (step.step === 'who_is_here' && problem === null) {
    return <AskingWho onSomebody={signedIn} onNobody={() => setStep({ step: 'ways_in' })} />;
  }
  return <WaysIn problem={problem} onSignedIn={signedIn} />;
}

/** Whoever is signed in already has nothing to do here. */
function AskingWho(ends: { onSomebody(person: Person): void; onNobody(): void }) {
  const latest = useRef(ends);
  latest.current = ends;
  useEffect(() => {
    let isShown = true;
    void whoIsHere().then((person) => {
      if (!isShown) return;
      if (person === null) latest.current.onNobody();
      else latest.current.onSomebody(person);
    });
    return () => {
      isShown = false;
    };
  }, []);
  return (
    <Frame title="Sign in">
      <Skeleton className="h-9" />
      <Skeleton className="h-9" />
    </Frame>
  );
}

function SigningIn() {
  return (
    <Frame title="Signing in">
      <p role="status" className="text-muted">
        One moment: the link is being checked.
      </p>
      <Skeleton className="h-9" />
    </Frame>
  );
}

/** Only ever once for a token: the second time it would be refused as used. */
function useLinkSignIn(
  token: string | null,
  { onDone, onFailed }: { onDone(person: Person, joined: string | undefined): void; onFailed(): void },
): { problem: string | null } {
  const { mutate } = useChange('signInWithLink');
  const [problem, setProblem] = useState<string | null>(null);
  const used = useRef<string | null>(null);
  const ends = useRef({ onDone, onFailed });
  ends.current = { onDone, onFailed };
  useEffect(() => {
    if (token === null || used.current === token) return;
    used.current = token;
    void whoIsHere().then((before) =>
      mutate(
        { body: { token } },
        {
          onSuccess: (person) => ends.current.onDone(person, joinedAccount(before, person)),
          onError(fault) {
            setProblem(signInSentence(fault));
            ends.current.onFailed();
          },
        },
      ),
    );
  }, [token, mutate]);
  return { problem };
}

/** Only a path of these pages. */
function nextPath(search: string): string {
  const next = new URLSearchParams(search).get('next');
  return next !== null && /^\/(?![/\\])/.test(next) ? next : addresses.home;
}
