/** Drain and resume of an engine, and its breaker closed by hand. */
import { breakerFailuresMax, inWords } from '@afterimage/contract';
import { CirclePause, CirclePlay, PlugZap } from 'lucide-react';
import { useState } from 'react';
import { useChange } from '../../data/reads.ts';
import type { OperatorEngine } from '../../data/resources.ts';
import { Button } from '../../ui/button.tsx';
import { otherFault } from '../../ui/field-fault.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastDone } from '../../ui/toast.tsx';
import { Until } from '../../ui/until.tsx';

export function EngineSwitches({ engine }: { engine: OperatorEngine }) {
  const drain = useChange('drainEngine', { touches: ['listEngines'] });
  const close = useChange('closeBreaker', { touches: ['listEngines'] });
  const [asking, setAsking] = useState(false);
  const set = (on: boolean) =>
    drain.mutate(
      { id: engine.name, body: { on } },
      {
        onSuccess() {
          setAsking(false);
          toastDone(on ? `${engine.name} gets no new work` : `${engine.name} gets work again`);
        },
      },
    );
  const closeNow = () =>
    close.mutate({ id: engine.name }, { onSuccess: () => toastDone(`${engine.name} gets work again`) });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {engine.drained ? (
        <Button size="small" icon={CirclePlay} busy={drain.isPending} onClick={() => set(false)}>
          Resume {engine.name}
        </Button>
      ) : (
        <Button size="small" icon={CirclePause} onClick={() => setAsking(true)}>
          Drain {engine.name}
        </Button>
      )}
      {engine.breaker !== 'closed' && (
        <>
          <Button size="small" icon={PlugZap} busy={close.isPending} onClick={closeNow}>
            Close the breaker
          </Button>
          <span className="text-small text-muted">
            It failed {inWords(breakerFailuresMax)} times in a row.
            {engine.breaker_until !== null && (
              <>
                {' '}
                It is asked again <Until time={engine.breaker_until} />.
              </>
            )}
          </span>
        </>
      )}
      {asking && (
        <FormDialog
          title={`Drain ${engine.name}?`}
          action="Drain it"
          look="danger"
          busy={drain.isPending}
          fault={otherFault(drain.error, [])}
          onSubmit={() => set(true)}
          onClose={() => setAsking(false)}
        >
          <p className="text-muted">
            It finishes what it has and gets no new work until you resume it. What waits for it goes to the next engine
            of its route, or goes on waiting where there is none.
          </p>
        </FormDialog>
      )}
    </div>
  );
}
