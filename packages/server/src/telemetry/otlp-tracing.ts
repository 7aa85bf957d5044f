/** Traces as OpenTelemetry has them, sent by OTLP over HTTP. Loaded only where they are wanted. */
import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Context,
  DiagLogLevel,
  diag,
  type Span as OtelSpan,
  SpanKind as OtelSpanKind,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { readOtlpHeaders } from '../config/otlp-headers.ts';
import type { Settings } from '../config/settings.ts';
import type { Log } from '../log/log.ts';
import { readTraceparent, type Span, type SpanKind, type Tracing, writeTraceparent } from './tracing.ts';

/** A collector that does not answer must not keep the service from stopping. */
const lastSpansMilliseconds = 2_000;

const kinds: Record<SpanKind, OtelSpanKind> = {
  server: OtelSpanKind.SERVER,
  consumer: OtelSpanKind.CONSUMER,
  client: OtelSpanKind.CLIENT,
  internal: OtelSpanKind.INTERNAL,
};

export function startOtlpTracing(settings: Settings, { version, log }: { version: string; log: Log }): Tracing {
  tellTroubles(log);
  const usual = {
    'service.name': 'afterimage',
    'service.version': version,
    'service.instance.id': `${hostname()}:${process.pid}`,
  };
  const provider = new TracerProvider({
    // What the operator says of the resource (OTEL_RESOURCE_ATTRIBUTES, OTEL_SERVICE_NAME) goes before ours.
    resource: resourceFromAttributes(usual).merge(detectResources({ detectors: [envDetector] })),
    sampler: samplerOf(settings),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: new OTLPTraceExporter({
          url: settings.tracesEndpoint ?? `${settings.telemetryEndpoint!.replace(/\/+$/, '')}/v1/traces`,
          headers: readOtlpHeaders(settings.telemetryHeaders ?? '') ?? {},
        }),
      }),
    ],
  });
  const tracer = provider.getTracer('afterimage', version);
  return {
    begin: (name, { kind, parent, attributes, startedAt }) =>
      spanOf(
        tracer.startSpan(
          name,
          { kind: kinds[kind], attributes, ...(startedAt !== undefined && { startTime: startedAt }) },
          contextOf(parent),
        ),
      ),
    async stop() {
      const sent = provider.shutdown().catch((fault) => log.warn({ err: fault }, 'the last spans were not sent'));
      await Promise.race([sent, pause(lastSpansMilliseconds, undefined, { ref: false })]);
    },
  };
}

function contextOf(parent: string | null): Context {
  const known = parent === null ? null : readTraceparent(parent);
  if (known === null) return ROOT_CONTEXT;
  const { traceId, spanId, flags } = known;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: flags, isRemote: true });
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext();
  return {
    traceId,
    traceparent: writeTraceparent({ traceId, spanId, flags: traceFlags }),
    end(more = {}, fault = null) {
      span.setAttributes(more);
      if (fault !== null) span.setStatus({ code: SpanStatusCode.ERROR, message: fault });
      span.end();
    },
  };
}

function samplerOf({ tracesSampler, tracesSamplerShare }: Settings): Sampler {
  const samplers: Record<string, () => Sampler> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(tracesSamplerShare),
  };
  const root = samplers[tracesSampler.replace('parentbased_', '')]!();
  return tracesSampler.startsWith('parentbased_') ? new ParentBasedSampler({ root }) : root;
}

/** A collector that is away is worth a line, and nothing else: no request waits for it. */
function tellTroubles(log: Log): void {
  const tell = (message: string) => log.warn({ message }, 'telemetry');
  diag.setLogger(
    { error: tell, warn: tell, info: () => {}, debug: () => {}, verbose: () => {} },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
