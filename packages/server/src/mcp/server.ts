/** The tools as a server of the model context protocol, whatever carries it: HTTP or the standard streams. */
import type { Family } from '@afterimage/contract';
import { ProtocolError, ProtocolErrorCode, type Tool as ProtocolTool, Server } from '@modelcontextprotocol/server';
import type { ToolCall, ToolOutcome } from './generate.ts';
import type { Ask } from './service-call.ts';
import type { Tool } from './tools.ts';

export { createTools } from './tools.ts';

export interface ToolServerOptions {
  tools: readonly Tool[];
  families: readonly Family[];
  version: string;
  ask: Ask;
  onLeft?(sentence: string): void;
}

const instructions =
  'Makes images and videos. generate_image answers with a link; generate_video answers with an id at once, and ' +
  'get_generation with `wait` tells how it ends. list_models names models, prices and, for one model, its fields. ' +
  'Every generation is charged when it is submitted; what is refused costs nothing.';

export function createToolServer({ tools, families, version, ask, onLeft = () => {} }: ToolServerOptions): Server {
  const server = new Server(
    { name: 'afterimage', title: 'Afterimage', version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler('tools/list', async () => ({
    tools: tools.map(({ run: _run, ...described }) => described as object as ProtocolTool),
  }));
  server.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const tool = tools.find(({ name }) => name === params.name);
    if (tool === undefined) {
      const names = tools.map(({ name }) => name).join(', ');
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no such tool; the tools are ${names}`);
    }
    const { signal, notify } = mcpReq;
    const progressToken = mcpReq._meta?.progressToken;
    const progress: ToolCall['progress'] =
      progressToken === undefined
        ? null
        : ({ seconds, message }) => {
            const told = { progressToken, progress: seconds, message };
            // Who has gone does not hear it.
            notify({ method: 'notifications/progress', params: told }).catch(() => undefined);
          };
    return resultOf(await tool.run({ args: params.arguments ?? {}, ask, families, signal, progress, onLeft }));
  });
  return server;
}

function resultOf(outcome: ToolOutcome) {
  if (outcome.outcome === 'refused') {
    return { isError: true, content: [{ type: 'text' as const, text: outcome.sentence }] };
  }
  const { told } = outcome;
  return {
    ...(outcome.outcome === 'failed' && { isError: true }),
    structuredContent: told,
    content: [{ type: 'text' as const, text: JSON.stringify(told) }, ...linksOf(told)],
  };
}

function linksOf({ media_url: uri, id }: Record<string, unknown>) {
  return typeof uri === 'string' ? [{ type: 'resource_link' as const, uri, name: String(id) }] : [];
}
