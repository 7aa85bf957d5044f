/** What we take for granted of node:http beyond its documentation: a version that changes it fails here, by name. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, type Socket, Server as TcpServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { RawConnection } from '../support/raw-http.ts';

async function listen(t: TestContext, server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
}

const request = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n';

test('node:http takes connections by one listener, which takes a socket later, with what was read of it', async (t) => {
  const server = createServer((_request, response) => response.end('by node'));
  const listeners = server.listeners('connection') as ((this: Server, socket: Socket) => void)[];
  assert.equal(listeners.length, 1);
  const [serveByNode] = listeners;
  server.off('connection', serveByNode!);
  server.on('connection', (socket: Socket) => {
    socket.once('data', (bytes) => {
      socket.pause();
      socket.unshift(bytes);
      serveByNode!.call(server, socket);
      socket.resume();
    });
  });
  const port = await listen(t, server);
  const connection = await RawConnection.open(t, port);
  for (let count = 0; count < 2; count += 1) {
    connection.send(request);
    assert.equal((await connection.answer()).body, 'by node');
  }
});

test("closing an http.Server by net.Server's own close leaves idle connections open, to be closed later", async (t) => {
  const server = createServer((_request, response) => response.end('still here'));
  const port = await listen(t, server);
  const connection = await RawConnection.open(t, port);
  connection.send(request);
  await connection.answer();
  const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  connection.send(request);
  assert.equal((await connection.answer()).body, 'still here');
  server.closeIdleConnections();
  await connection.closed();
  await closed;
});

test('`shouldKeepAlive` of a response says what becomes of its connection, from its first moment', async (t) => {
  const told: boolean[] = [];
  const server = createServer((_request, response) => {
    told.push(response.shouldKeepAlive);
    response.setHeader('content-length', 0).end();
  });
  const port = await listen(t, server);
  const ask = async (version: string, headers = '') => {
    const connection = await RawConnection.open(t, port);
    connection.send(`GET / HTTP/${version}\r\nhost: a\r\n${headers}\r\n`);
    await connection.answer();
    return connection;
  };
  const kept = [await ask('1.1'), await ask('1.0', 'connection: keep-alive\r\n')];
  const closed = [await ask('1.1', 'connection: close\r\n'), await ask('1.0')];
  await Promise.all(closed.map((connection) => connection.closed()));
  assert.deepEqual(told, [true, true, false, false]);
  for (const connection of kept) assert.ok(!connection.socket.closed);
});
