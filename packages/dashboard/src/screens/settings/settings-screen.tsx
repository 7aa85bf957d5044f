/** The person's own settings: who they are here, the look, the password, where they are signed in. */
import { Monitor, Moon, ShieldCheck, Sun } from 'lucide-react';
import { usePerson } from '../../data/session.ts';
import { type Theme, useTheme } from '../../shell/theme.ts';
import { CopyText } from '../../ui/copy-text.tsx';
import { Card, Page, Section } from '../../ui/page.tsx';
import { Pill } from '../../ui/pill.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

const themes: { value: Theme; label: string; icon: typeof Sun }[] = [
  { value: 'system', label: 'System', icon: Monitor },
  { value: 'light', label: 'Light', icon: Sun },
  { value: 'dark', label: 'Dark', icon: Moon },
];

export function SettingsScreen() {
  return (
    <Page title="Settings" width="text">
      <Profile />
      <Appearance />
      <PasswordSection />
      <SessionsSection />
    </Page>
  );
}

function Profile() {
  const { person } = usePerson();
  return (
    <Section title="Profile">
      <Card className="divide-y divide-line">
        <div className="flex flex-wrap items-center justify-between gap-2 p-4">
          <div className="min-w-0">
            <p className="truncate font-medium">{person.email}</p>
            <p className="text-small text-muted">The address you sign in with</p>
          </div>
          {person.operator && (
            <Pill tone="accent" icon={ShieldCheck}>
              Operator
            </Pill>
          )}
        </div>
        {person.memberships.map(({ account_id, email, role }) => (
          <div key={account_id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
            <div className="min-w-0">
              <p className="truncate">{email}</p>
              <p className="text-small text-muted">
                {role === 'owner' ? 'Owner of this account' : 'Member of this account'}
              </p>
            </div>
            <CopyText text={account_id} />
          </div>
        ))}
        {person.memberships.length === 0 && (
          <p className="p-4 text-muted">You are in no account at the moment. The operator can invite you into one.</p>
        )}
      </Card>
    </Section>
  );
}

function Appearance() {
  const [theme, setTheme] = useTheme();
  return (
    <Section title="Appearance">
      <Card className="flex flex-wrap items-center justify-between gap-3 p-4">
        <div>
          <p className="font-medium">Theme</p>
          <p className="text-small text-muted">Kept in this browser.</p>
        </div>
        <Segmented label="Theme" choices={themes} value={theme} onChange={setTheme} />
      </Card>
    </Section>
  );
}
