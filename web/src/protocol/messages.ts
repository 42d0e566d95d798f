// The protocol by the names that the page uses, and views without gaps.

import type {
  ChanceInfo,
  Card,
  MakeBid,
  PlayerInfo,
  Protocol,
  SeatView,
  SideView,
  TableInfo,
  View as SparseView,
} from './types';

export type Command = Protocol['command'];
export type Message = Protocol['message'];
export type Of<Kind extends Message['type']> = Extract<Message, { type: Kind }>;
export type Welcome = Of<'welcome'>;
export type Update = Of<'update'>;
export type Reply = Of<'reply'>;
export type Hinted = Of<'hinted'>;
export type Action = Extract<Command, { do: 'act' }>['action'];
export type Event = NonNullable<NonNullable<Update['events']>[number]>;
export type Bid = MakeBid['bid'];
export type Access = TableInfo['access'];
export type Spoken = NonNullable<Update['spoken']>;
export type Saying = NonNullable<Update['said']>[number];
export type Proof = NonNullable<Update['proofs']>[number];

/** A command without its id, which the connection gives it. */
export type Wish = Command extends infer One ? (One extends Command ? Omit<One, 'id'> : never) : never;

type Filled<Type, Keys extends keyof Type> = Type & { [Key in Keys]-?: NonNullable<Type[Key]> };

/** A view in which lists that the wire leaves out are empty. */
export type View = Filled<
  SparseView,
  | 'to_act'
  | 'legal'
  | 'drew'
  | 'discards'
  | 'piles'
  | 'turned'
  | 'auction'
  | 'talk'
  | 'trick'
  | 'trick_seats'
  | 'tricks'
  | 'results'
>;

/** What the wire sends, with its empty lists filled in. */
export function filled(view: SparseView): View {
  return {
    ...view,
    to_act: view.to_act ?? [],
    legal: view.legal ?? [],
    drew: view.drew ?? [],
    discards: view.discards ?? [],
    piles: view.piles ?? [],
    turned: view.turned ?? [],
    auction: view.auction ?? [],
    talk: view.talk ?? [],
    trick: view.trick ?? [],
    trick_seats: view.trick_seats ?? [],
    tricks: view.tricks ?? [],
    results: view.results ?? [],
  };
}

export type { Card, ChanceInfo, PlayerInfo, SeatView, SideView, SparseView, TableInfo };
