/** The settings that OpenTelemetry has names for: its own words, so that whoever runs a collector knows them already. */
import * as kinds from './kinds.ts';
import type { Table } from './setting.ts';
import type { TelemetrySettings } from './settings.ts';

export const telemetryVariables: Table<TelemetrySettings> = {
  telemetryEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    kind: kinds.optional(kinds.publicUrl),
    default: () => null,
    defaultSaid: 'none: nothing is traced, and nothing of OpenTelemetry is loaded',
    meaning: 'A collector that takes OTLP over HTTP (port 4318 as a rule). Traces go to `/v1/traces` below it.',
  },
  tracesEndpoint: {
    name: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    kind: kinds.optional(kinds.publicUrl),
    default: () => null,
    defaultSaid: 'none',
    meaning: 'The whole address that traces go to, where it is another.',
  },
  telemetryHeaders: {
    name: 'OTEL_EXPORTER_OTLP_HEADERS',
    kind: kinds.otlpHeaders,
    default: () => null,
    defaultSaid: 'none',
    meaning: 'Headers that the collector asks for: `name=value` with commas.',
  },
  telemetryProtocol: {
    name: 'OTEL_EXPORTER_OTLP_PROTOCOL',
    kind: kinds.otlpProtocol,
    default: () => 'http/protobuf',
    meaning: 'How the collector is spoken to. Others than this one are not to be had here.',
  },
  telemetryDisabled: {
    name: 'OTEL_SDK_DISABLED',
    kind: kinds.trueOrFalse,
    default: () => 'false',
    meaning: '`true` switches telemetry off, whatever the other variables say.',
  },
  tracesSampler: {
    name: 'OTEL_TRACES_SAMPLER',
    kind: kinds.sampler,
    default: () => 'parentbased_always_on',
    meaning: 'Which traces are sent. With `parentbased_` a caller that sent a `traceparent` has decided already.',
  },
  tracesSamplerShare: {
    name: 'OTEL_TRACES_SAMPLER_ARG',
    kind: kinds.numberBetween({ min: 0, max: 1 }),
    default: () => 1,
    meaning: 'With a sampler by ratio: the share of traces that are sent.',
  },
};
