import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import type { Message } from '../src/protocol/messages';
import { Connection, LATEST, type Standing } from '../src/protocol/socket';
import { FakeWire } from './fake';

let wires: FakeWire[];
let messages: Message[];
let standings: Standing[];
let connection: Connection;

const last = (): FakeWire => wires.at(-1) as FakeWire;
const welcome = (seq: number): object => ({ type: 'welcome', protocol: 1, seq, heartbeat: 20 });

beforeEach(() => {
  vi.useFakeTimers();
  [wires, messages, standings] = [[], [], []];
  connection = new Connection(
    (since) => `ws://table${since === null ? '' : `?since=${since}`}`,
    { message: (one) => messages.push(one), standing: (one) => standings.push(one) },
    (address) => {
      wires.push(new FakeWire(address));
      return last();
    },
    () => 1,
  );
  connection.connect();
});

afterEach(() => {
  connection.close();
  vi.useRealTimers();
});

test('a welcome opens it', () => {
  expect(standings).toEqual(['connecting']);
  last().say(welcome(4));
  expect(standings.at(-1)).toBe('open');
  expect(connection.seq).toBe(4);
  expect(messages.map((one) => one.type)).toEqual(['welcome']);
});

test('updates come in order, a repeated one is ignored', () => {
  last().say(welcome(4));
  last().say({ type: 'update', seq: 5 });
  last().say({ type: 'update', seq: 5 });
  expect(messages.length).toBe(2);
});

test('a gap is asked for, from the last row on', () => {
  last().say(welcome(4));
  last().say({ type: 'update', seq: 7 });
  expect(messages.length).toBe(1);
  expect(wires.map((one) => one.address)).toEqual(['ws://table', 'ws://table?since=4']);
  last().say(welcome(7));
  expect(connection.seq).toBe(7);
});

test('what was not answered is sent again under its id', () => {
  last().say(welcome(1));
  const answered = connection.send({ do: 'leave' });
  const open = connection.send({ do: 'start' });
  last().say({ type: 'update', seq: 2, reply: answered });
  last().onclose?.();
  vi.advanceTimersByTime(500);
  expect(wires.length).toBe(2);
  last().say(welcome(2));
  expect(last().sent.map((one) => one.id)).toEqual([open]);
  last().say({ type: 'reply', reply: open });
  expect(connection.waits(open)).toBe(false);
});

test('a command given while it is lost goes out when it is back', () => {
  last().say(welcome(1));
  last().onclose?.();
  const id = connection.send({ do: 'hint' });
  expect(wires[0]?.sent).toEqual([]);
  vi.advanceTimersByTime(500);
  last().say(welcome(1));
  expect(last().sent).toEqual([{ do: 'hint', id }]);
});

test('a ping of the server is answered by its id', () => {
  last().say(welcome(1));
  last().say({ type: 'ping', id: 'p1' });
  expect(last().sent).toEqual([{ do: 'pong', id: 'p1' }]);
});

test('a silent server is asked, and given up if it stays silent', () => {
  last().say(welcome(1));
  vi.advanceTimersByTime(24_000);
  expect(last().sent.map((one) => one.do)).toEqual(['ping']);
  vi.advanceTimersByTime(5_000);
  expect(standings.at(-1)).toBe('lost');
  expect(wires[0]?.closed).toBe(true);
});

test('a command without an answer makes it ask soon', () => {
  last().say(welcome(1));
  const id = connection.send({ do: 'start' });
  vi.advanceTimersByTime(4_000);
  expect(last().sent.map((one) => one.do)).toEqual(['start', 'ping']);
  vi.advanceTimersByTime(5_000);
  expect(standings.at(-1)).toBe('lost');
  vi.advanceTimersByTime(500);
  last().say(welcome(1));
  expect(last().sent.map((one) => one.id)).toEqual([id]);
});

test('an answered ping keeps it', () => {
  last().say(welcome(1));
  vi.advanceTimersByTime(24_000);
  last().say({ type: 'pong', reply: last().sent[0]?.id });
  vi.advanceTimersByTime(6_000);
  expect(standings.at(-1)).toBe('open');
});

test('attempts become rarer, up to a limit', () => {
  const waits: number[] = [];
  for (let attempt = 0; attempt < 9; attempt++) {
    const before = Date.now();
    const count = wires.length;
    last().onclose?.();
    while (wires.length === count) vi.advanceTimersToNextTimer();
    waits.push(Date.now() - before);
  }
  expect(waits).toEqual([400, 800, 1600, 3200, 6400, 12_800, LATEST, LATEST, LATEST]);
});

test('a server that never welcomes is left', () => {
  vi.advanceTimersByTime(10_000);
  expect(standings.at(-1)).toBe('lost');
});

test('after a bye for good there is no other attempt', () => {
  last().say({ type: 'bye', reason: 'no_table', sentence: 'There is no such table.' });
  vi.advanceTimersByTime(60_000);
  expect(wires.length).toBe(1);
  expect(standings.at(-1)).toBe('closed');
});

test('waking asks at once, or connects at once', () => {
  last().say(welcome(1));
  connection.wake();
  expect(last().sent.map((one) => one.do)).toEqual(['ping']);
  last().onclose?.();
  connection.wake();
  expect(wires.length).toBe(2);
});
