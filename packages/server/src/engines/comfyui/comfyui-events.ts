/** What ComfyUI tells over its socket: one for each client id, shared by all jobs that were given under it. */
import type { Handle } from '../engine.ts';
import { progressOf } from './comfyui-graph.ts';

export type ComfyNews = { news: 'progress'; percent: number | null } | { news: 'over' } | { news: 'gone' };

interface ComfyEvent {
  type?: string;
  data?: {
    prompt_id?: string;
    nodes?: Record<string, { value?: number; max?: number; state?: string }> | string[];
    node?: string | null;
  };
}

interface Listener {
  handle: Handle;
  /** How far each node is, 0 to 1. */
  parts: Map<string, number>;
  tell(news: ComfyNews): void;
}

interface Line {
  socket: WebSocket;
  listeners: Map<string, Listener>;
}

export interface ComfyEvents {
  /** Until `over` or `gone`, or the signal. Resolves once the socket listens, so that nothing is missed after it. */
  listen(handle: Handle, tell: (news: ComfyNews) => void, signal: AbortSignal): Promise<void>;
  close(): void;
}

export function createComfyEvents(open: (clientId: string) => WebSocket): ComfyEvents {
  const lines = new Map<string, Line>();

  function lineFor(clientId: string): Line {
    const known = lines.get(clientId);
    if (known !== undefined) return known;
    const socket = open(clientId);
    const line: Line = { socket, listeners: new Map() };
    lines.set(clientId, line);
    const end = () => {
      if (lines.get(clientId) === line) lines.delete(clientId);
      for (const listener of [...line.listeners.values()]) listener.tell({ news: 'gone' });
    };
    socket.addEventListener('close', end);
    socket.addEventListener('error', end);
    // Binary frames are previews.
    socket.addEventListener('message', ({ data }) => {
      if (typeof data === 'string') hear(line, data);
    });
    return line;
  }

  return {
    async listen(handle, tell, signal) {
      const clientId = String(handle['client_id']);
      const id = String(handle['prompt_id']);
      const line = lineFor(clientId);
      const leave = () => {
        signal.removeEventListener('abort', leave);
        line.listeners.delete(id);
        if (line.listeners.size > 0) return;
        if (lines.get(clientId) === line) lines.delete(clientId);
        line.socket.close();
      };
      signal.addEventListener('abort', leave, { once: true });
      line.listeners.set(id, {
        handle,
        parts: new Map(),
        tell(news) {
          if (news.news !== 'progress') leave();
          tell(news);
        },
      });
      if (line.socket.readyState !== WebSocket.CONNECTING) return;
      await new Promise<void>((resolve) => {
        for (const event of ['open', 'close', 'error'] as const) {
          line.socket.addEventListener(event, () => resolve(), { once: true });
        }
        signal.addEventListener('abort', () => resolve(), { once: true });
      });
    },
    close() {
      for (const { socket } of lines.values()) socket.close();
    },
  };
}

function hear(line: Line, text: string): void {
  const { type, data } = eventIn(text);
  const listener = line.listeners.get(data?.prompt_id ?? '');
  if (listener === undefined) return;
  const { parts, handle } = listener;
  const progress = () => listener.tell({ news: 'progress', percent: progressOf(handle, parts) });
  if (type === 'execution_cached' && Array.isArray(data?.nodes)) {
    for (const id of data.nodes) parts.set(id, 1);
    progress();
  } else if (type === 'progress_state' && data?.nodes !== undefined && !Array.isArray(data.nodes)) {
    for (const [id, { value = 0, max = 1, state }] of Object.entries(data.nodes)) {
      parts.set(id, state === 'finished' ? 1 : Math.min(1, value / Math.max(1, max)));
    }
    progress();
  } else if (type === 'execution_success' || type === 'execution_error' || type === 'execution_interrupted') {
    listener.tell({ news: 'over' });
  }
}

function eventIn(text: string): ComfyEvent {
  try {
    return JSON.parse(text) as ComfyEvent;
  } catch {
    return {};
  }
}

/** The address of the socket beside the engine's own. */
export function socketUrl(base: string, clientId: string): string {
  return `${base.replace(/^http/, 'ws')}/ws?clientId=${encodeURIComponent(clientId)}`;
}
