/** Says so when the page is not live, and how it fares instead. Says nothing when all is well. */
import { CloudOff, RefreshCw, Timer } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useLiveness } from '../data/events.ts';
import { Pill } from '../ui/pill.tsx';

function watchNetwork(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}

const words = {
  offline: { icon: CloudOff, text: 'Offline' },
  reconnecting: { icon: RefreshCw, text: 'Reconnecting' },
  unreachable: { icon: CloudOff, text: 'Cannot reach the service' },
  polling: { icon: Timer, text: 'Updating every 5 s' },
};

export function ConnectionChip() {
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine);
  const liveness = useLiveness();
  // Without a network, a service on the same machine is still there.
  const trouble = liveness === 'live' || liveness === 'connecting' ? null : online ? liveness : 'offline';
  return (
    <div role="status" data-liveness={liveness}>
      {trouble !== null && (
        <div className="max-sm:mt-2">
          <Pill tone="warn" icon={words[trouble].icon}>
            {words[trouble].text}
          </Pill>
        </div>
      )}
    </div>
  );
}
