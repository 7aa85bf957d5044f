/** How to receive webhooks: what arrives, what to answer, and how to make sure that it is ours. */
import { webhookAttemptsMax, webhookHeaders, webhookRequestSeconds } from '@afterimage/contract';
import { useRead } from '../../data/reads.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { verifyCode, verifyLanguages } from './verify-code.ts';

const steps = (retry: string) => [
  {
    title: 'Give every submit an address',
    text: 'Send callback_url, an https address of yours, with the generation. It gets one POST when the generation completes or fails; the body is the same JSON that the status record shows.',
  },
  {
    title: 'Check the signature before anything else',
    text: `Take the raw bytes of the body and the headers ${Object.values(webhookHeaders).join(', ')}. This is Standard Webhooks, so that ready libraries exist for most languages; without one, the code below is all it takes.`,
  },
  {
    title: 'Answer 2xx at once, work later',
    text: `Put the event into a queue of yours and answer. An attempt may take ${webhookRequestSeconds} seconds in all; any answer but 2xx, redirects included, counts as failed.`,
  },
  {
    title: 'Expect an event twice',
    text: `A failed attempt is repeated ${retry}, ${webhookAttemptsMax} attempts in all, with the same ${webhookHeaders.id} and the same bytes. Remember the ids you have seen.`,
  },
];

/** Before the service has said how long it waits here, and when it does not say. */
const soon = 'after a pause';

const pauseInWords = (seconds: number): string =>
  seconds === 0 ? 'at once' : `after ${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;

export function ReceiverGuide() {
  const { data: welcome } = useRead('getWelcome', {}, { staleSeconds: 3_600 });
  const retry = welcome === undefined ? soon : pauseInWords(welcome.webhook_retry_seconds);
  return (
    <div className="flex max-w-3xl flex-col gap-6">
      <ol className="flex flex-col gap-4">
        {steps(retry).map(({ title, text }, index) => (
          <li key={title} className="flex gap-4">
            <span
              aria-hidden
              className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-small font-semibold text-accent-text"
            >
              {index + 1}
            </span>
            <div className="flex flex-col gap-0.5 pt-1">
              <h2 className="font-semibold">{title}</h2>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <Tabs
        label="Verification"
        tabs={verifyLanguages.map(({ key, label }) => ({
          id: key,
          label,
          content: <CodeBlock label={`Verification in ${label}`} text={verifyCode[key]} />,
        }))}
      />
    </div>
  );
}
