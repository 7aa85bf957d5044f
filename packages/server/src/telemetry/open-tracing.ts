/** Traces for whoever asks for them by OpenTelemetry's variables: else nothing of it is even loaded. */
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import type { Tracing } from './tracing.ts';

export async function openTracing(settings: Settings, about: { version: string; log: Log }): Promise<Tracing | null> {
  const isWanted = settings.telemetryEndpoint !== null || settings.tracesEndpoint !== null;
  if (!isWanted || settings.telemetryDisabled === 'true') return null;
  const { startOtlpTracing } = await import('./otlp-tracing.ts');
  return startOtlpTracing(settings, about);
}
