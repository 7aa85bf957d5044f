/** Cursors: whatever overlaps and wherever a reader is cut off, each change is told exactly once, and nothing waits for others. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Cursor,
  cursorAfter,
  cursorAt,
  cursorText,
  type LogPosition,
  readCursor,
  wasTold,
} from '../../src/changes/cursor.ts';
import type { Snapshot } from '../../src/changes/snapshot.ts';

/** A server in small: transactions that begin, write and end in any order. */
class Server {
  next = 10;
  numbers = 0;
  readonly running = new Map<number, LogPosition[]>();
  readonly log: LogPosition[] = [];

  snapshot(): Snapshot {
    return { end: this.next, running: [...this.running.keys()].sort((a, b) => a - b) };
  }

  begin(): void {
    this.running.set(this.next++, []);
  }

  write(which: number): void {
    const [xid, rows] = [...this.running][which % Math.max(1, this.running.size)] ?? [];
    if (xid !== undefined) rows!.push({ xid, number: ++this.numbers });
  }

  end(which: number, how: 'commit' | 'abort'): void {
    const [xid, rows] = [...this.running][which % Math.max(1, this.running.size)] ?? [];
    if (xid === undefined) return;
    this.running.delete(xid);
    if (how === 'commit') this.log.push(...rows!);
  }

  /** As the statement reads. */
  read(cursor: Cursor, limit: number) {
    const untold = this.log.filter((position) => !wasTold(cursor, position));
    untold.sort((a, b) => a.xid - b.xid || a.number - b.number);
    return { at: 1, snapshot: this.snapshot(), changes: untold.slice(0, limit), cut: untold.length >= limit };
  }
}

const step = fc.oneof(
  fc.record({ do: fc.constant('begin' as const) }),
  fc.record({ do: fc.constant('write' as const), which: fc.nat(20) }),
  fc.record({
    do: fc.constant('end' as const),
    which: fc.nat(20),
    how: fc.constantFrom('commit' as const, 'abort' as const),
  }),
  // The reader goes on: a page of so many, of which it gets so many before its line breaks.
  fc.record({ do: fc.constant('read' as const), limit: fc.integer({ min: 1, max: 4 }), gets: fc.nat(4) }),
);

test('each change is told exactly once, through any overlap and any number of broken lines', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      const server = new Server();
      let cursor = cursorAt({ at: 1, snapshot: server.snapshot() });
      const told: LogPosition[] = [];
      const read = (limit: number, gets: number) => {
        const found = server.read(cursor, limit);
        const got = found.changes.slice(0, gets);
        told.push(...got);
        const whole = !found.cut && got.length === found.changes.length;
        const last = got.at(-1);
        if (whole) cursor = cursorAt(found);
        else if (last !== undefined) cursor = cursorAfter(cursor, found, last);
        cursor = readCursor(cursorText(cursor))!;
      };
      for (const one of steps) {
        if (one.do === 'begin') server.begin();
        else if (one.do === 'write') server.write(one.which);
        else if (one.do === 'end') server.end(one.which, one.how);
        else read(one.limit, one.gets);
      }
      while (server.running.size > 0) server.end(0, 'commit');
      for (let round = 0; round < server.log.length + 1; round += 1) read(4, 4);
      const name = ({ xid, number }: LogPosition) => `${xid} ${number}`;
      assert.deepEqual(told.map(name).sort(), server.log.map(name).sort());
    }),
    { numRuns: 2_000 },
  );
});

test('what is no cursor is none', () => {
  const good = cursorText({
    at: 1_790_000_000_000,
    seen: { end: 900, running: [870, 880] },
    begun: [{ xid: 880, number: 7 }],
  });
  assert.match(good, /^[0-9a-z._-]+$/);
  assert.ok(readCursor(good));
  for (const bad of [
    '',
    'x',
    '1.2.3',
    `${good}x.`,
    good.toUpperCase(),
    good.replace('_', '__'),
    `${good}\n`,
    '0.0.zz.',
    '1.2..'.repeat(2_000),
  ]) {
    assert.equal(readCursor(bad), undefined, bad.slice(0, 50));
  }
});
