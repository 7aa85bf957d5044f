/** A collector on loopback that takes OTLP over HTTP and reads what it is sent, as any other would: byte by byte, by the protocol. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export interface SeenSpan {
  name: string;
  traceId: string;
  spanId: string;
  /** Empty for one that began its trace. */
  parentId: string;
  startedAt: number;
  endedAt: number;
  attributes: Record<string, string | number>;
}

export interface Collector {
  url: string;
  spans: SeenSpan[];
  /** Attributes of whoever sent the spans. */
  resources: Record<string, string | number>[];
  headers: Record<string, unknown>[];
}

export async function startCollector(t: TestContext): Promise<Collector> {
  const spans: SeenSpan[] = [];
  const resources: Collector['resources'] = [];
  const headers: Collector['headers'] = [];
  const server = createServer(async (request, response) => {
    const bytes = Buffer.concat(await request.toArray());
    if (request.url === '/v1/traces' && request.headers['content-type'] === 'application/x-protobuf') {
      headers.push(request.headers);
      for (const sent of each(bytes, 1)) {
        for (const resource of each(sent, 1)) resources.push(attributesOf(resource, 1));
        for (const scope of each(sent, 2)) spans.push(...each(scope, 2).map(spanOf));
      }
    }
    response.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, spans, resources, headers };
}

function spanOf(bytes: Buffer): SeenSpan {
  const hex = (field: number) => (each(bytes, field)[0] ?? Buffer.alloc(0)).toString('hex');
  const milliseconds = (field: number) => Number(each(bytes, field)[0]!.readBigUInt64LE() / 1_000_000n);
  return {
    name: each(bytes, 5)[0]!.toString(),
    traceId: hex(1),
    spanId: hex(2),
    parentId: hex(4),
    startedAt: milliseconds(7),
    endedAt: milliseconds(8),
    attributes: attributesOf(bytes, 9),
  };
}

function attributesOf(bytes: Buffer, field: number): Record<string, string | number> {
  return Object.fromEntries(
    each(bytes, field).map((pair) => {
      const value = each(pair, 2)[0]!;
      const [text] = each(value, 1);
      return [each(pair, 1)[0]!.toString(), text === undefined ? numberOf(value) : text.toString()];
    }),
  );
}

const numberOf = (value: Buffer): number => {
  const [whole] = each(value, 3);
  return whole === undefined ? Number.NaN : readVarint(whole, 0).value;
};

/** The values of one field of a message, in the wire format of protocol buffers. */
function each(bytes: Buffer, wanted: number): Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = readVarint(bytes, at);
    const field = tag.value >>> 3;
    const length = lengthAt(bytes, tag.next, tag.value & 7);
    if (field === wanted) found.push(bytes.subarray(length.from, length.to));
    at = length.to;
  }
  return found;
}

function lengthAt(bytes: Buffer, at: number, type: number): { from: number; to: number } {
  if (type === 0) return { from: at, to: readVarint(bytes, at).next };
  if (type === 1) return { from: at, to: at + 8 };
  if (type === 5) return { from: at, to: at + 4 };
  const { value, next } = readVarint(bytes, at);
  return { from: next, to: next + value };
}

function readVarint(bytes: Buffer, at: number): { value: number; next: number } {
  let value = 0;
  for (let index = 0; ; index += 1) {
    const byte = bytes[at + index]!;
    value += (byte & 0x7f) * 2 ** (7 * index);
    if (byte < 0x80) return { value, next: at + index + 1 };
  }
}
