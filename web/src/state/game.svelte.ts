// A table as it is shown: the last view, and the messages that wait until they can be followed.

import type {
  Action,
  Card,
  Command,
  Event,
  Hinted,
  Message,
  Saying,
  Spoken,
  TableInfo,
  Update,
  View,
  Welcome,
  Wish,
} from '../protocol/messages';
import { filled } from '../protocol/messages';
import { kept } from '../protocol/kept';
import { Promises, remember } from '../protocol/promise';
import { Connection, type Standing } from '../protocol/socket';
import { t } from '../words/t.svelte';
import { DEFAULTS, settings } from './settings.svelte';

/** A card in the middle of the table. */
export interface Played {
  seat: number;
  card: Card;
}

/** What is told about a deal that was scored. */
export interface Sheet {
  game: number;
  deal: number;
  results: View['results'];
  told: NonNullable<Spoken['sheet']>;
  over: boolean;
}

/** Seconds for which a trick stays if nothing else is set; other movements keep pace with it. */
const USUAL = DEFAULTS.hold;
/** Milliseconds between two cards of others, and for a trick on its way to the winner. */
const STEP = 420;
const GATHER = 380;
/** Messages that wait, after which nothing is waited for any more. */
const BEHIND = 24;
const SAYINGS = 200;

export class Game {
  standing = $state<Standing>('connecting');
  table = $state.raw<TableInfo | null>(null);
  view = $state.raw<View | null>(null);
  spoken = $state.raw<Spoken>({});
  player = $state<number | null>(null);
  said = $state.raw<Saying[]>([]);
  /** Players who are not heard; a connection forgets them, so that it is told anew. */
  muted = $state.raw<number[]>([]);
  unread = $state(0);
  /** Until when somebody may think, by player, as `performance.now()`. */
  deadlines = $state.raw<Record<string, number>>({});
  /** The cards in the middle, and who takes them, once that is shown. */
  middle = $state.raw<Played[]>([]);
  taker = $state<number | null>(null);
  lastTrick = $state.raw<{ cards: Played[]; winner: number } | null>(null);
  /** The card that was played and is not yet confirmed. */
  pending = $state<Card | null>(null);
  /** An action that was sent and is not yet answered. */
  acting = $state(false);
  sheet = $state.raw<Sheet | null>(null);
  hint = $state.raw<Hinted | null>(null);
  asksHint = $state(false);
  /** What is said to a screen reader. */
  told = $state.raw<string[]>([]);
  log = $state.raw<string[]>([]);
  /** A complete trick is being shown. */
  showing = $state(false);
  /** A sentence about something refused; it goes by itself. */
  notice = $state('');
  /** Why the connection ended for good. */
  farewell = $state('');

  private readonly connection: Connection;
  private readonly promises: Promises;
  private queue: Update[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;
  private held: Update | null = null;
  private noticed: ReturnType<typeof setTimeout> | undefined;
  private act = '';
  /** The place that one has once a command is carried out, by its id. */
  private moves: Record<string, number | null> = {};
  private hintId = '';
  private deal = '';

  constructor(
    readonly name: string,
    address: (since: number | null) => string,
    private readonly onFarewell: (reason: string) => void = () => undefined,
  ) {
    this.promises = new Promises(name, kept);
    this.connection = new Connection(address, {
      message: (message) => this.receive(message),
      standing: (standing) => (this.standing = standing),
    });
  }

  open(): void {
    this.connection.connect();
  }

  close(): void {
    clearTimeout(this.timer);
    clearTimeout(this.noticed);
    this.connection.close();
  }

  /** Take up the connection anew: the language has changed. */
  reopen(): void {
    this.connection.connect();
  }

  wake(): void {
    this.connection.wake();
  }

  send(wish: Wish): string {
    return this.connection.send(wish);
  }

  get seat(): number | null {
    return this.view?.seat ?? null;
  }

  /** What one may do, unless something one did is not yet answered. */
  get legal(): View['legal'] {
    return this.acting || !this.view ? [] : this.view.legal;
  }

  /** Whether people were against one, and all of them have left. */
  get mayForfeit(): boolean {
    const side = this.seat === null ? null : this.view?.seats[this.seat]?.side;
    const others = this.table?.players.filter((one) => this.view?.seats[one.seat]?.side !== side);
    return Boolean(others?.some((one) => one.left) && others.every((one) => !one.person));
  }

  get cards(): Card[] {
    return this.legal.flatMap((one) => (one.do === 'play' ? [one.card] : []));
  }

  /** Carry out one of `legal`. */
  do(action: Action): void {
    if (this.acting || !this.view) return;
    this.hurry();
    this.hint = null;
    this.acting = true;
    if (action.do === 'play') this.pending = action.card;
    this.act = this.send({ do: 'act', action, log: this.view.log } as Wish);
  }

  /** Take a place at the table. */
  sit(player: number): void {
    this.moves[this.send({ do: 'sit', player, name: settings.name.trim(), factor: settings.factor })] = player;
  }

  /** Give one's place up for good. */
  leave(): void {
    this.moves[this.send({ do: 'leave' })] = null;
  }

  askHint(): void {
    if (this.asksHint) return;
    this.asksHint = true;
    this.hintId = this.send({ do: 'hint' });
  }

  say(words: { phrase?: string; text?: string }): void {
    this.send({ do: 'say', ...words });
  }

  /** Hear somebody no more, or again. */
  mute(player: number, on: boolean): void {
    const others = this.muted.filter((one) => one !== player);
    this.muted = on ? [...others, player] : others;
    this.send({ do: 'mute', player, on });
  }

  notify(sentence: string): void {
    this.notice = sentence;
    clearTimeout(this.noticed);
    this.noticed = setTimeout(() => (this.notice = ''), 6000);
  }

  /** Show at once what waits; a click should never wait for a movement. */
  hurry(): void {
    if (this.held) this.settle();
  }

  private receive(message: Message): void {
    switch (message.type) {
      case 'welcome':
        this.welcome(message);
        break;
      case 'update':
        this.queue.push(message);
        if (this.queue.length > BEHIND) this.catchUp();
        else this.advance();
        break;
      case 'hinted':
        if (message.reply === this.hintId) {
          this.asksHint = false;
          this.hint = message;
        }
        break;
      case 'reply':
        this.answered(message);
        break;
      case 'bye':
        this.farewell = message.sentence;
        this.onFarewell(message.reason);
        break;
    }
  }

  /** A command was carried out, or refused. */
  private moved(id: string, done = true): void {
    const player = this.moves[id];
    if (player !== undefined && done) this.player = player;
  }

  private answered(reply: Extract<Message, { type: 'reply' }>): void {
    this.moved(reply.reply, !reply.refusal);
    if (reply.reply === this.hintId) this.asksHint = false;
    if (reply.reply === this.act) this.release();
    if (reply.view) this.place(filled(reply.view));
    const reason = reply.refusal?.reason;
    if (reply.refusal && !QUIET.has(reason ?? '')) this.notify(reply.refusal.sentence);
  }

  private welcome(message: Welcome): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.held = null;
    this.showing = false;
    this.queue = [];
    this.farewell = '';
    this.promises.forget();
    this.player = message.player ?? null;
    this.said = message.said ?? [];
    this.table = message.table;
    this.clock(message.clock);
    if (message.spoken) this.spoken = message.spoken;
    if (message.view) {
      const view = filled(message.view);
      this.place(view);
      this.tell(message.spoken);
      if (this.act && !this.connection.waits(this.act)) this.release();
    } else {
      this.view = null;
    }
    for (const player of this.muted) this.send({ do: 'mute', player, on: true });
    this.promise();
  }

  /** Take up the next message, if nothing is being shown that it would cut short. */
  private advance(): void {
    while (this.timer === undefined) {
      const update = this.queue.shift();
      if (!update) return;
      this.take(update);
    }
  }

  private catchUp(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.settle();
    for (let update = this.queue.shift(); update; update = this.queue.shift()) {
      this.take(update);
      clearTimeout(this.timer);
      this.timer = undefined;
      this.settle();
    }
  }

  private wait(milliseconds: number, then: () => void): void {
    this.timer = setTimeout(() => {
      this.timer = undefined;
      then();
      this.advance();
    }, milliseconds);
  }

  private take(update: Update): void {
    if (update.table) {
      this.table = update.table;
      this.muted = this.muted.filter((one) => update.table?.players[one]?.person);
    }
    if (update.said?.length) {
      this.said = [...this.said, ...update.said].slice(-SAYINGS);
      const heard = update.said.filter((one) => !this.muted.includes(one.player));
      this.unread += heard.filter((one) => one.player !== this.player).length;
    }
    for (const proof of update.proofs ?? []) {
      remember(kept, this.promises.check(proof, this.player));
    }
    if (update.reply) this.moved(update.reply);
    if (update.table) this.promise();
    this.clock(update.clock);
    if (update.reply && update.reply === this.act) this.release();
    if (!update.view) return;
    const events = (update.events ?? []).filter((event) => event !== null);
    const taken = events.find((event) => event.event === 'trick_taken');
    const cards = events.flatMap((event) =>
      event.event === 'card_played' ? [{ seat: event.seat, card: event.card }] : [],
    );
    const pace = settings.hold / USUAL;
    if (!taken) {
      this.show(update, events);
      const others = cards.some((one) => one.seat !== this.seat);
      if (others) this.wait(STEP * pace, () => undefined);
      return;
    }
    this.middle = [...this.middle, ...cards];
    this.pending = null;
    this.lastTrick = { cards: this.middle, winner: taken.seat };
    this.held = update;
    this.showing = true;
    this.part(update);
    this.wait(settings.hold * 1000, () => {
      this.taker = taken.seat;
      this.wait(GATHER * pace, () => this.settle());
    });
  }

  /** While a trick stays: who holds what, but not yet what comes after. */
  private part(update: Update): void {
    const view = update.view;
    if (!view || !this.view) return;
    this.tell(update.spoken);
    const next = filled(view);
    if (next.deal === this.view.deal && next.game === this.view.game && next.phase === 'play') {
      this.view = next;
      if (update.spoken) this.spoken = update.spoken;
      return;
    }
    const played = this.middle.find((one) => one.seat === this.seat)?.card;
    const hand = this.view.hand?.filter((card) => card !== played) ?? null;
    this.view = { ...this.view, legal: [], to_act: [], hand };
  }

  /** After a trick stayed, or to go on at once. */
  private settle(): void {
    const update = this.held;
    if (!update) return;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.held = null;
    this.showing = false;
    this.taker = null;
    const events = (update.events ?? []).filter((event) => event !== null);
    this.show(update, events, true);
    if (!this.queue.length) return;
    queueMicrotask(() => this.advance());
  }

  private show(update: Update, events: Event[], told = false): void {
    if (!update.view) return;
    const view = filled(update.view);
    const scored = events.find((event) => event.event === 'deal_scored');
    if (update.spoken) this.spoken = update.spoken;
    if (scored) {
      this.sheet = {
        game: this.view?.game ?? view.game,
        deal: this.view?.deal ?? view.deal,
        results: scored.results,
        told: update.spoken?.sheet ?? [],
        over: view.phase === 'over',
      };
    }
    this.place(view);
    if (!told) this.tell(update.spoken);
  }

  private place(view: View): void {
    const deal = `${view.game}.${view.deal}`;
    if (deal !== this.deal) {
      this.deal = deal;
      this.lastTrick = null;
    }
    const trick = view.tricks.at(-1);
    if (trick) {
      const cards = trick.cards.map((card, n) => ({ card, seat: trick.seats[n] ?? 0 }));
      this.lastTrick = { cards, winner: trick.winner };
    } else {
      this.lastTrick = null;
    }
    if (this.view && view.log !== this.view.log) this.hint = null;
    this.view = view;
    this.middle = view.trick.map((card, n) => ({ card, seat: view.trick_seats[n] ?? 0 }));
    this.taker = null;
  }

  private tell(spoken: Spoken | null | undefined): void {
    const told = spoken?.told ?? [];
    if (!told.length) return;
    this.told = told;
    this.log = [...this.log, ...told].slice(-SAYINGS);
  }

  private clock(left: Update['clock']): void {
    const now = performance.now();
    const entries = Object.entries((left ?? {}) as Record<string, number>);
    this.deadlines = Object.fromEntries(entries.map(([player, s]) => [player, now + 1000 * s]));
  }

  private release(): void {
    this.acting = false;
    this.act = '';
    this.pending = null;
  }

  private promise(): void {
    const wish = this.promises.answer(this.table?.chance, this.player);
    if (wish) this.send(wish);
  }
}

/** Refusals that nobody needs to hear of: the page asked by itself. */
const QUIET = new Set(['too_late', 'promised', 'not_asked', 'shown', 'other_bytes']);

/** The address of a table's socket. */
export function address(table: string, language: string, since: number | null): string {
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
  const from = since === null ? '' : `&since=${since}`;
  return `${scheme}://${location.host}/api/tables/${table}/socket?spoken=1&lang=${language}${from}`;
}

/** The name of a player, as everybody reads it. */
export function nameOf(table: TableInfo | null, seat: number): string {
  const info = table?.players.find((one) => one.seat === seat);
  return info?.name || (info?.person ? t('Guest') : t('Bot {number}', { number: seat + 1 }));
}

export type { Command };
