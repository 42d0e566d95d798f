import { expect, test } from 'vitest';

import { checks, promiseOf, Promises, remember } from '../src/protocol/promise';
import { hex, sha256, unhex } from '../src/protocol/sha256';
import { FakeStorage } from './fake';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

// FIPS 180-4 examples, and the lengths around a block.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['a'.repeat(1_000_000), 'cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0'],
])('the digest of a known text', (text, digest) => {
  expect(hex(sha256(bytes(text)))).toBe(digest);
});

test('it agrees with the digest of the platform at every length', async () => {
  for (let length = 0; length < 200; length++) {
    const message = Uint8Array.from({ length }, (_, n) => (n * 37 + length) & 255);
    const wanted = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
    expect(hex(sha256(message))).toBe(hex(wanted));
  }
});

const ones = (): Uint8Array => new Uint8Array(16).fill(0x11);
const OWN = '11'.repeat(16);

test('bytes are promised once, and shown when they are asked for', () => {
  const promises = new Promises('t', new FakeStorage(), ones);
  const chance = { number: 3, seal: 'aa' };
  const promise = promises.answer(chance, 2);
  expect(promise).toEqual({ do: 'promise', number: 3, promise: promiseOf(OWN) });
  expect(promises.answer(chance, 2)).toBeNull();
  const given = { ...chance, promises: { '2': promiseOf(OWN) } };
  expect(promises.answer(given, 2)).toBeNull();
  const asked = { ...given, asked: true };
  expect(promises.answer(asked, 2)).toEqual({ do: 'show', number: 3, shown: OWN });
  expect(promises.answer(asked, 2)).toBeNull();
});

test('a reload shows what was promised before', () => {
  const kept = new FakeStorage();
  new Promises('t', kept, ones).answer({ number: 0, seal: 'aa' }, 0);
  const asked = { number: 0, seal: 'aa', promises: { '0': promiseOf(OWN) }, asked: true };
  expect(new Promises('t', kept).answer(asked, 0)).toEqual({ do: 'show', number: 0, shown: OWN });
});

test('a watcher promises nothing, and foreign bytes are not shown', () => {
  const promises = new Promises('t', new FakeStorage(), ones);
  expect(promises.answer({ number: 0, seal: 'aa' }, null)).toBeNull();
  const asked = { number: 0, seal: 'aa', promises: { '0': 'ff' }, asked: true };
  expect(promises.answer(asked, 0)).toBeNull();
});

test('a proof is checked against the seal that was seen and the own bytes', () => {
  const secret = '22'.repeat(32);
  const seal = hex(sha256(unhex(secret)));
  const promises = new Promises('t', new FakeStorage(), ones);
  promises.answer({ number: 0, seal }, 0);
  promises.answer({ number: 0, seal, promises: { '0': promiseOf(OWN) }, asked: true }, 0);
  const proof = { number: 0, seal, secret, shown: { '0': OWN } };
  expect(promises.check(proof, 0)).toMatchObject({ sealed: true, own: true });
  expect(promises.check({ ...proof, shown: {} }, 0)).toMatchObject({ sealed: true, own: false });
  const other = { ...proof, secret: '33'.repeat(32) };
  expect(promises.check(other, 0).sealed).toBe(false);
  const swapped = { ...other, seal: hex(sha256(unhex(other.secret))) };
  expect(promises.check(swapped, 0).sealed).toBe(false);
});

test('what was checked is remembered once, the newest first', () => {
  const kept = new FakeStorage();
  const found = (number: number) => ({
    table: 't',
    number,
    seal: '',
    sealed: true,
    own: null,
    proof: { number, seal: '', secret: '' },
  });
  for (const number of [0, 1, 0]) remember(kept, found(number));
  expect(checks(kept).map((one) => one.number)).toEqual([0, 1]);
});
