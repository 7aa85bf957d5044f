/** Traces as the rooms see them: a span is begun and ended, and known to others by its `traceparent` (W3C Trace Context). */

export type SpanKind = 'server' | 'consumer' | 'client' | 'internal';
export type Attributes = Record<string, string | number>;

export interface Span {
  readonly traceId: string;
  /** What whoever goes on with it is given: another process, an engine, a receiver. */
  readonly traceparent: string;
  /** @param fault what went wrong, in words */
  end(more?: Attributes, fault?: string | null): void;
}

export interface NewSpan {
  kind: SpanKind;
  /** The `traceparent` of what it is a part of; null, or one that nobody can read, begins a trace. */
  parent: string | null;
  attributes: Attributes;
  /** Milliseconds since 1970, where it began before now. */
  startedAt?: number;
}

export interface Tracing {
  begin(name: string, span: NewSpan): Span;
  /** Sends what has not been sent yet. */
  stop(): Promise<void>;
}

export interface ParentSpan {
  traceId: string;
  spanId: string;
  flags: number;
}

const form = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

export function readTraceparent(text: string): ParentSpan | null {
  const [, traceId, spanId, flags] = form.exec(text.trim()) ?? [];
  return traceId === undefined ? null : { traceId, spanId: spanId!, flags: Number.parseInt(flags!, 16) };
}

export const writeTraceparent = ({ traceId, spanId, flags }: ParentSpan): string =>
  `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
