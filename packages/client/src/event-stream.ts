/** Reads server-sent events as they arrive. */

export interface ServerSentEvent {
  event: string;
  data: string;
  /** Undefined while the service has named none. */
  id: string | undefined;
}

/** Also what carries no data is told: its id is where to resume from. Ends with the stream, and throws when that breaks. */
export async function* readEvents(
  bytes: ReadableStream<Uint8Array>,
  { onBytes }: { onBytes: () => void },
): AsyncGenerator<ServerSentEvent> {
  const reader = bytes.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  let id: string | undefined;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onBytes();
      rest += decoder.decode(value, { stream: true });
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = readBlock(block);
        id = event.id ?? id;
        yield { ...event, id };
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function readBlock(block: string): ServerSentEvent {
  const fields: Record<string, string[]> = {};
  for (const line of block.split(/\r?\n/)) {
    // A value may hold what JavaScript takes for the end of a line, and the protocol does not: U+2028, say.
    const [, name, value] = /^([^:]+):? ?(.*)$/s.exec(line) ?? [];
    if (name !== undefined) fields[name] = [...(fields[name] ?? []), value ?? ''];
  }
  return {
    event: fields['event']?.at(-1) ?? 'message',
    data: fields['data']?.join('\n') ?? '',
    id: fields['id']?.at(-1),
  };
}
