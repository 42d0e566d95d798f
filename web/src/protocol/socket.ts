// The connection to a table: it numbers, resends, asks whether the server is there, and heals.

import type { Command, Message, Wish } from './messages';

/** How the connection stands; `closed` is final. */
export type Standing = 'connecting' | 'open' | 'lost' | 'closed';

export interface Told {
  /** A message that changes what is shown. */
  message(message: Message): void;
  /** Another standing; `attempt` counts the failures in a row. */
  standing(standing: Standing, attempt: number): void;
}

/** The part of a WebSocket that is used, so that tests can bring their own. */
export interface Wire {
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onclose: (() => void) | null;
  onerror: (() => void) | null;
  send(text: string): void;
  close(): void;
}

/** Milliseconds before a first new attempt, and at most. */
export const SOONEST = 400;
export const LATEST = 15_000;
/** Milliseconds for a command to be answered, before it is asked whether the server is there. */
export const ANSWER = 4000;
/** Milliseconds for the server to take a connection up. */
export const PATIENCE = 10_000;
/** Reasons of a `bye` after which another attempt is of no use. */
const FINAL = new Set(['gone', 'no_table', 'no_watching', 'origin', 'strikes', 'too_many', 'unreadable']);

export class Connection {
  seq: number | null = null;
  standing: Standing = 'connecting';
  private wire: Wire | null = null;
  private readonly waiting = new Map<string, Command>();
  private attempt = 0;
  private heartbeat = 20_000;
  private asked = false;
  private beat: ReturnType<typeof setTimeout> | undefined;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private count = 0;
  private readonly name = randomName();

  constructor(
    private readonly address: (since: number | null) => string,
    private readonly told: Told,
    private readonly open: (address: string) => Wire = (url) => new WebSocket(url) as unknown as Wire,
    private readonly chance: () => number = Math.random,
  ) {}

  connect(): void {
    clearTimeout(this.retry);
    this.drop();
    this.stand('connecting');
    const wire = this.open(this.address(this.seq));
    this.wire = wire;
    wire.onmessage = ({ data }) => {
      if (this.wire === wire && typeof data === 'string') this.take(data);
    };
    wire.onclose = wire.onerror = () => {
      if (this.wire === wire) this.lose();
    };
    this.beat = setTimeout(() => this.lose(), PATIENCE);
  }

  /** Send a command, now or as soon as the connection stands; its id comes back. */
  send(wish: Wish): string {
    const id = `${this.name}.${++this.count}`;
    const command = { ...wish, id } as Command;
    if (command.do !== 'ping') this.waiting.set(id, command);
    if (this.standing === 'open') this.put(command);
    return id;
  }

  /** Whether a command waits for its answer. */
  waits(id: string): boolean {
    return this.waiting.has(id);
  }

  /** Connect at once, since the network may be back. */
  wake(): void {
    if (this.standing === 'lost') this.connect();
    else if (this.standing === 'open') this.ask();
  }

  close(): void {
    this.drop();
    clearTimeout(this.retry);
    this.stand('closed');
  }

  private put(command: Command): void {
    this.wire?.send(JSON.stringify(command));
    if (!this.asked) this.listen(ANSWER); // whoever has clicked should not wait for a heartbeat
  }

  private take(text: string): void {
    const message = JSON.parse(text) as Message;
    this.asked = false;
    switch (message.type) {
      case 'welcome':
        this.welcome(message.heartbeat);
        this.seq = message.seq;
        this.resend(message);
        break;
      case 'update':
        if (this.seq !== null && message.seq <= this.seq) break;
        if (this.seq !== null && message.seq > this.seq + 1) {
          this.connect(); // rows are missing: ask for them
          break;
        }
        this.seq = message.seq;
        if (message.reply) this.waiting.delete(message.reply);
        this.told.message(message);
        break;
      case 'ping':
        this.wire?.send(JSON.stringify({ do: 'pong', id: message.id }));
        break;
      case 'pong':
        break;
      case 'bye':
        this.told.message(message);
        if (FINAL.has(message.reason)) this.close();
        break;
      default:
        this.waiting.delete(message.reply);
        this.told.message(message);
    }
    if (this.standing === 'open') this.listen();
  }

  /** Say a welcome, then send again what waited before it. */
  private resend(message: Message): void {
    const before = [...this.waiting.values()];
    this.told.message(message);
    for (const waiting of before) this.put(waiting);
  }

  private welcome(heartbeat: number): void {
    this.heartbeat = heartbeat * 1000;
    this.attempt = 0;
    this.stand('open');
  }

  /** Wait for the next word; when none comes ask, and then give the connection up. */
  private listen(patience = Infinity): void {
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.ask(), Math.min(patience, this.heartbeat * 1.2));
  }

  private ask(): void {
    if (this.asked) return;
    this.asked = true;
    this.send({ do: 'ping' });
    clearTimeout(this.beat);
    this.beat = setTimeout(() => this.lose(), Math.min(this.heartbeat, PATIENCE) / 2);
  }

  private lose(): void {
    this.drop();
    this.attempt += 1;
    this.stand('lost');
    const full = Math.min(LATEST, SOONEST * 2 ** (this.attempt - 1));
    this.retry = setTimeout(() => this.connect(), full * (0.5 + this.chance() / 2));
  }

  private drop(): void {
    clearTimeout(this.beat);
    this.asked = false;
    const wire = this.wire;
    this.wire = null;
    if (!wire) return;
    wire.onopen = wire.onmessage = wire.onclose = wire.onerror = null;
    wire.close();
  }

  private stand(standing: Standing): void {
    if (this.standing === 'closed' && standing !== 'connecting') return;
    this.standing = standing;
    this.told.standing(standing, this.attempt);
  }
}

/** A name that no other tab has, for the ids of commands. */
function randomName(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
