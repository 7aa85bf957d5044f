/** What goes wrong in ComfyUI: exceptions of nodes by their class, refusals of a graph by their type. */

import type { EngineFault, ErrorClass } from '../engine.ts';
import type { Reply } from '../one-request.ts';

export interface ExecutionError {
  exception_type?: string;
  exception_message?: string;
  node_type?: string;
}

/** A graph that does not pass is the operator's to mend; another engine may do. */
export const refusalTypes: Readonly<Record<string, ErrorClass>> = {
  invalid_prompt: 'unsupported',
  prompt_outputs_failed_validation: 'unsupported',
  prompt_no_outputs: 'unsupported',
  no_prompt: 'unsupported',
};

export const exceptions: readonly (readonly [RegExp, ErrorClass])[] = [
  [/UnidentifiedImageError/, 'invalid_image'],
  // It may have room once its models are put away.
  [/OutOfMemoryError|CUDA out of memory/, 'capacity'],
];

export const isInterrupted = ({ exception_type: type = '' }: ExecutionError): boolean => /Interrupt/.test(type);

/** `own` are the operator's: only he knows what the exceptions of his nodes mean. */
export function executionFault(error: ExecutionError, own: Readonly<Record<string, ErrorClass>>): EngineFault {
  const { exception_type: type = 'Exception', exception_message: text = 'no reason given', node_type: node } = error;
  const short = type.split('.').at(-1)!;
  const known = exceptions.find(([pattern]) => pattern.test(`${type} ${text}`))?.[1];
  const message = `${node ?? 'a node'}: ${text.trim().slice(0, 300)}`;
  return { class: own[type] ?? own[short] ?? known ?? 'internal', message, vendorCode: type };
}

interface Refusal {
  error?: { type?: string; message?: string } | string;
  node_errors?: Record<string, { class_type?: string; errors?: { type?: string; details?: string }[] }>;
}

export const isComfys = (json: unknown): json is Refusal =>
  typeof json === 'object' && json !== null && 'error' in json;

export function refusalFault({ status, json }: Reply): EngineFault {
  const { error, node_errors: nodes = {} } = isComfys(json) ? json : {};
  const { type = String(status), message = `HTTP ${status}` } = typeof error === 'object' ? error : {};
  const details = Object.values(nodes).flatMap(({ class_type: name, errors = [] }) =>
    errors.map(({ type: kind, details: text }) => `${name}: ${kind} ${text ?? ''}`),
  );
  return {
    class: refusalTypes[type] ?? (status === 401 || status === 403 ? 'auth' : 'unsupported'),
    message: [message, ...details].join('; ').slice(0, 500),
    vendorCode: type,
  };
}
