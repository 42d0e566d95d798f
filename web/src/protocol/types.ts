// Written by tools/page_types.py from the structs of the protocol.

/**
 * A face: `AS` is the ace of spades, `TD` the ten of diamonds; `BJ`, `LJ`, `TJ` are jokers.
 *
 * Jokers are the big, the little and the third one. `rank` is one of `RANKS` or, for jokers, one
 * of `B`, `L`, `T`; `printed_suit` is None for jokers.
 *
 * >>> Card("TD").rank, Card("TD").printed_suit
 * ('T', <Suit.DIAMONDS: 'D'>)
 * >>> Card("BJ").printed_suit is None
 * True
 */
export type Card =
  | '2C'
  | '2D'
  | '2H'
  | '2S'
  | '3C'
  | '3D'
  | '3H'
  | '3S'
  | '4C'
  | '4D'
  | '4H'
  | '4S'
  | '5C'
  | '5D'
  | '5H'
  | '5S'
  | '6C'
  | '6D'
  | '6H'
  | '6S'
  | '7C'
  | '7D'
  | '7H'
  | '7S'
  | '8C'
  | '8D'
  | '8H'
  | '8S'
  | '9C'
  | '9D'
  | '9H'
  | '9S'
  | 'AC'
  | 'AD'
  | 'AH'
  | 'AS'
  | 'BJ'
  | 'JC'
  | 'JD'
  | 'JH'
  | 'JS'
  | 'KC'
  | 'KD'
  | 'KH'
  | 'KS'
  | 'LJ'
  | 'QC'
  | 'QD'
  | 'QH'
  | 'QS'
  | 'TC'
  | 'TD'
  | 'TH'
  | 'TJ'
  | 'TS';
/**
 * The kinds of bids (rules 5.6, 5.7, 6.3, 6.4, 6.11 and 6.12).
 */
export type BidKind = '1F' | '2F' | 'SM' | 'blind' | 'blind_nil' | 'nil' | 'number';
/**
 * Who may sit down: anybody who looks at the list, who has the link, or nobody more.
 */
export type Access = 'locked' | 'private' | 'public';
/**
 * How far a room has come.
 */
export type Status = 'closed' | 'gathering' | 'over' | 'playing';
/**
 * Who may watch: nobody, or all who find the table; perhaps with the hands of past deals.
 */
export type Watching = 'hands_after_deal' | 'nobody' | 'without_hands';
/**
 * Why a room is closed before its match is over.
 */
export type Cause = 'abandoned' | 'forfeit';
/**
 * partners sit opposite, or each plays alone
 */
export type Sides = 'pairs' | 'solo';
/**
 * jokers are the highest spades, or junk
 */
export type JokerUse = 'high_trump' | 'junk';
/**
 * which printed joker is the big one
 */
export type BigJoker = 'black' | 'red';
/**
 * twos left out of the pack
 */
export type RemovedTwos = 'all' | 'both_red' | 'club' | 'club_diamond' | 'club_heart' | 'none';
/**
 * twos that rank above the ace of spades
 */
export type PromotedTwos = 'diamond_spade' | 'none' | 'spade';
/**
 * which of identical cards in a trick wins
 */
export type Identical = 'first' | 'last';
/**
 * hands are dealt out, or drawn from a stock
 */
export type Hands = 'dealt' | 'drawn';
/**
 * the plain cut, or the French cut
 */
export type Cut = 'french' | 'plain';
/**
 * how the first dealer is found
 */
export type FirstDealer = 'first_diamond' | 'first_spade' | 'high_card_draw' | 'random';
/**
 * who sits where
 */
export type Seating = 'as_they_come' | 'drawn';
/**
 * who names the number of tricks
 */
export type Bidding = 'by_seat' | 'by_side' | 'second_names_total';
/**
 * partners may say their sure and possible tricks
 */
export type Talk = 'none' | 'open';
/**
 * which bids a player may choose from
 */
export type BidChoice = 'free' | 'nil_or_spades_held' | 'one_nil_a_side' | 'spades_held';
/**
 * a bid of 0 is nil, a plain number, or refused
 */
export type Zero = 'nil' | 'number' | 'refused';
/**
 * who may bid a number of tricks before looking
 */
export type BlindBy = 'nobody' | 'seat' | 'side';
/**
 * over what blind bids are counted
 */
export type LimitScope = 'per_player_per_game' | 'per_player_per_tourney' | 'per_table_per_game';
/**
 * the partner gives after taking up, or at the same time
 */
export type ExchangeMode = 'sequential' | 'simultaneous';
/**
 * the nil bidder may decline, or must exchange
 */
export type Duty = 'may' | 'must';
/**
 * who leads to the first trick
 */
export type FirstLeader = 'all_low_club' | 'dealer' | 'left_of_dealer' | 'low_club';
/**
 * who leads when the dealer sits out with the low club
 */
export type ClubWithDealer = 'left_of_dealer' | 'lowest_club';
/**
 * when a spade may be led
 */
export type LeadSpades = 'after_broken' | 'after_first_trick' | 'anytime' | 'first_three_tricks';
/**
 * spades in the first trick
 */
export type FirstTrickSpades = 'allowed' | 'forbidden';
/**
 * what a failed nil's tricks are
 */
export type FailedNilTricks = 'bags' | 'help_partner' | 'ignored';
/**
 * when a failed nil's bags earn points
 */
export type FailedNilBagPoints = 'always' | 'never' | 'only_if_contract_made';
/**
 * A bag penalty that is counted, not fixed.
 */
export type BagPenalty = '10*bags_held' | '10*limit';
/**
 * what a failed contract costs
 */
export type Shortfall = 'bid' | 'missing_tricks' | 'nothing';
/**
 * what a blind number is worth
 */
export type BlindScoring = 'double_or_double' | 'double_or_single' | 'flat_100';
/**
 * what taking all the tricks is worth
 */
export type Boston = 'moon_200' | 'nothing' | 'ten_bid_wins' | 'wins';
/**
 * jacks that pay whoever catches them
 */
export type AwardJacks = 'club' | 'diamond_club' | 'diamond_club_heart' | 'none';
/**
 * what follows an equal score at the target
 */
export type TieRule = 'shared' | 'until_unequal' | 'until_winner_at_target';
/**
 * failed contracts in a row, or in all
 */
export type SetsCounted = 'in_a_row' | 'in_all';
/**
 * One test for the end of a game, made after each deal.
 */
export type EndTest = 'boston' | 'losing_score' | 'sets' | 'target';
/**
 * who deals first in the next game of a tourney
 */
export type NextGameDealer = 'redraw' | 'rotate' | 'winner';
/**
 * Where a match stands.
 *
 * `SEATING` waits for the draw or the first dealer, `SHUFFLE` for the order of the pack: both
 * are chance, supplied from outside.
 */
export type Phase =
  'auction' | 'cut' | 'draw' | 'exchange' | 'over' | 'play' | 'scored' | 'seating' | 'shuffle';
/**
 * What the seat whose turn it is has to say.
 */
export type Step = 'answer_blind' | 'bid' | 'come_out' | 'look_or_blind' | 'talk';
/**
 * What a line of the score sheet is for.
 */
export type LineKind =
  | 'award_jacks'
  | 'bag_penalty'
  | 'bags'
  | 'blind_nil_failed'
  | 'blind_nil_made'
  | 'contract_failed'
  | 'contract_made'
  | 'nil_failed'
  | 'nil_made'
  | 'too_many_bags'
  | 'unbid';
/**
 * Why a game or a tourney is over.
 */
export type EndCause =
  'boston' | 'losing_score' | 'max_deals' | 'max_games' | 'sets' | 'target' | 'tokens';

export interface Protocol {
  command:
    | Act
    | Sit
    | Leave
    | Start
    | Say
    | Mute
    | Hold
    | Admit
    | Replace
    | Forfeit
    | PlayAgain
    | Promise
    | Show
    | Hint
    | Ping
    | Pong;
  message: Welcome | Update | Reply | Hinted | Ping1 | Pong1 | Bye;
}
/**
 * Carry out one of `view.legal`; `log` is that of the view by which it was chosen.
 */
export interface Act {
  do: 'act';
  id: string;
  action:
    | CutPile
    | GiveTurned
    | StackPiles
    | Draw
    | Look
    | MakeBid
    | AnswerBlind
    | Speak
    | StaySilent
    | ComeOut
    | PassCards
    | DeclineExchange
    | PlayCard
    | Claim
    | AnswerClaim
    | AskUndo
    | AnswerUndo;
  log: number;
}
/**
 * French cut: lay off the next pile from the top of the pack; its number of cards.
 */
export interface CutPile {
  do: 'cut_pile';
  size: number;
}
/**
 * French cut: give each seat, from 0 on, one of the turned-up cards.
 */
export interface GiveTurned {
  do: 'give_turned';
  cards: Card[];
}
/**
 * French cut: stack the piles again, the first named on top.
 */
export interface StackPiles {
  do: 'stack_piles';
  piles: number[];
}
/**
 * Two-handed: keep the card on top of the stock, or reject it.
 */
export interface Draw {
  do: 'draw';
  keep: boolean;
}
/**
 * Pick the cards up and give up bidding blind (rule 5.1).
 */
export interface Look {
  do: 'look';
}
/**
 * Name a bid: for oneself, for one's side, or as a proposal to one's partner.
 */
export interface MakeBid {
  do: 'bid';
  bid: Bid;
}
/**
 * A bid: its kind, and the number of tricks for `NUMBER` and `BLIND`.
 *
 * >>> str(Bid(BidKind.BLIND, 6)), str(Bid(BidKind.NIL))
 * ('blind 6', 'nil')
 */
export interface Bid {
  kind: BidKind;
  tricks?: number;
}
/**
 * Agree or not to the blind bid that the partner proposed.
 */
export interface AnswerBlind {
  do: 'answer_blind';
  agree: boolean;
}
/**
 * Tell the partner, and everybody, one's sure and possible tricks.
 */
export interface Speak {
  do: 'talk';
  sure: number;
  possible: number;
}
/**
 * Say nothing about sure and possible tricks.
 */
export interface StaySilent {
  do: 'stay_silent';
}
/**
 * Change the side's blind bid to an open 10, or stay with it.
 */
export interface ComeOut {
  do: 'come_out';
  out: boolean;
}
/**
 * Pass cards to the partner, face down; their order does not matter.
 */
export interface PassCards {
  do: 'pass';
  cards: Card[];
}
/**
 * Nil bidder: exchange no cards.
 */
export interface DeclineExchange {
  do: 'decline_exchange';
}
/**
 * Play a card to the trick.
 */
export interface PlayCard {
  do: 'play';
  card: Card;
}
/**
 * Claim all the remaining tricks, showing one's hand (rule 12.1).
 */
export interface Claim {
  do: 'claim';
}
/**
 * Agree or not to an opponent's claim.
 */
export interface AnswerClaim {
  do: 'answer_claim';
  agree: boolean;
}
/**
 * Ask to take back one's own last decision (rule 12.3).
 */
export interface AskUndo {
  do: 'ask_undo';
}
/**
 * Agree or not to take back another player's decision.
 */
export interface AnswerUndo {
  do: 'answer_undo';
  agree: boolean;
}
/**
 * Take a place, the first free one by default, under a name.
 */
export interface Sit {
  do: 'sit';
  id: string;
  player?: number | null;
  name?: string;
  factor?: number;
}
/**
 * Give one's place up for good; a bot takes it.
 */
export interface Leave {
  do: 'leave';
  id: string;
}
/**
 * Begin the match, with bots in the empty places; for the host.
 */
export interface Start {
  do: 'start';
  id: string;
}
/**
 * Say a set phrase or a text to everybody at the table.
 */
export interface Say {
  do: 'say';
  id: string;
  phrase?: string;
  text?: string;
}
/**
 * Hear a player no more on this connection, or again.
 */
export interface Mute {
  do: 'mute';
  id: string;
  player: number;
  on?: boolean;
}
/**
 * For a partner of somebody who is gone: wait for him, or no longer.
 */
export interface Hold {
  do: 'hold';
  id: string;
  player: number;
  wait: boolean;
}
/**
 * Say who may sit down from now on; for the host.
 */
export interface Admit {
  do: 'admit';
  id: string;
  access: Access;
}
/**
 * Have a bot act for somebody who is gone, or has long not acted.
 */
export interface Replace {
  do: 'replace';
  id: string;
  player: number;
}
/**
 * Take the win, since all opponents have left.
 */
export interface Forfeit {
  do: 'forfeit';
  id: string;
}
/**
 * Play another match at a new table with the same people and rules.
 */
export interface PlayAgain {
  do: 'play_again';
  id: string;
}
/**
 * Promise 16 random bytes for a piece of chance: their SHA-256.
 */
export interface Promise {
  do: 'promise';
  id: string;
  number: number;
  promise: string;
}
/**
 * Show the bytes that were promised.
 */
export interface Show {
  do: 'show';
  id: string;
  number: number;
  shown: string;
}
/**
 * Ask what the strong bot would do.
 */
export interface Hint {
  do: 'hint';
  id: string;
}
/**
 * Ask whether the server is there.
 */
export interface Ping {
  do: 'ping';
  id: string;
}
/**
 * Answer a ping of the server, by its id.
 */
export interface Pong {
  do: 'pong';
  id: string;
}
/**
 * The first message of a connection: where everything stands.
 *
 * `seq` is the number of the newest row of the table; `player` who one is, none for a watcher.
 * With `since` in the address, `events` are those after that row. `heartbeat` are the seconds
 * after which the server asks whether one is there. `clock` as in `Update`.
 */
export interface Welcome {
  type: 'welcome';
  protocol: number;
  seq: number;
  table: TableInfo;
  heartbeat: number;
  player?: number | null;
  view?: View | null;
  events?: (
    | (
        | MatchBegan
        | SeatsDrawn
        | DealerFound
        | GameBegan
        | DealBegan
        | Shuffled
        | PileCut
        | PilesTurned
        | TurnedGiven
        | PilesStacked
        | HandsDealt
        | Drew
        | Looked
        | BidMade
        | BidProposed
        | BlindRefused
        | Spoke
        | CameOut
        | CardsPassed
        | ExchangeDeclined
        | ExchangeDone
        | PlayBegan
        | CardPlayed
        | TrickTaken
        | Claimed
        | ClaimAnswered
        | ClaimGranted
        | UndoAsked
        | UndoAnswered
        | Undone
        | DealScored
        | GameEnded
        | MatchEnded
      )
    | null
  )[];
  said?: Saying[];
  clock?: {
    [k: string]: number;
  };
  spoken?: Spoken | null;
}
/**
 * What everybody at a table knows of it besides the match.
 *
 * `table` and `code` find it; `host` may start the match; `next` is the table at which it is
 * played again, `closed` why the match ended before its time, `winners` the players who won so.
 */
export interface TableInfo {
  table: string;
  match: string;
  code: string;
  name: string;
  rules: string;
  status: Status;
  access: Access;
  watching: Watching;
  players: PlayerInfo[];
  chance?: ChanceInfo | null;
  bots?: string;
  clock?: Clock | null;
  grace?: number;
  hints?: boolean;
  host?: number | null;
  next?: string | null;
  closed?: Cause | null;
  winners?: number[];
}
/**
 * What everybody knows of a player.
 *
 * `name` is empty for a person who gave none, `seat` is where he sits. `person` tells that
 * somebody has the place, `is_bot` that this is a program with a name of its own, `bot` is the
 * level of the bot that acts here now, `left` tells that a person had the place and gave it up.
 * `connected`, `held`, `again` speak of the person; `bank` are the seconds left to him and
 * `factor` by how much longer he may think.
 */
export interface PlayerInfo {
  player: number;
  seat: number;
  name: string;
  person?: boolean;
  is_bot?: boolean;
  bot?: string | null;
  left?: boolean;
  connected?: boolean;
  held?: boolean;
  again?: boolean;
  factor?: number;
  bank?: number | null;
}
/**
 * What is public of the piece of chance that comes next.
 *
 * `seal` is the SHA-256 of its secret; `promises` are by player; `asked` tells that those who
 * made one show their bytes now.
 */
export interface ChanceInfo {
  number: number;
  seal: string;
  promises?: {
    [k: string]: string;
  };
  asked?: boolean;
}
/**
 * How long one may think: seconds for each action, then the bank, which is for the match.
 */
export interface Clock {
  action: number;
  bank?: number;
}
/**
 * What a seat may know; a watcher's `seat` is None.
 *
 * `auction` is what was said and who looked when, in order. `unbid` tells that the deal bids
 * itself, `spades_closed` that a leader who holds another suit may not lead a spade now, `sitter`
 * is the seat that sits out the trick. Own cards: `hand` (None until looked at), `top` (the card
 * of the stock that the seat may keep), `discards` (those it has seen), `passed` and `received`
 * in the exchange, `exchange_size` (how many it has to pass now). `drew` tells for each turn of
 * drawing, the eldest's first, whether the top card was kept. `to_act` are the seats that have to
 * act; `legal` what this seat may do; `overtime` tells that a tie at the target is to be broken;
 * `log` is the length of the log.
 */
export interface View {
  rules: Rules;
  seat: number | null;
  log: number;
  phase: Phase;
  game: number;
  deal: number;
  dealer: number;
  sides: SideView[];
  seats: SeatView[];
  to_act?: number[];
  legal?: (
    | CutPile
    | GiveTurned
    | StackPiles
    | Draw
    | Look
    | MakeBid
    | AnswerBlind
    | Speak
    | StaySilent
    | ComeOut
    | PassCards
    | DeclineExchange
    | PlayCard
    | Claim
    | AnswerClaim
    | AskUndo
    | AnswerUndo
  )[];
  hand?: Card[] | null;
  top?: Card | null;
  stock?: number;
  discards?: Card[];
  drew?: boolean[];
  piles?: number[];
  turned?: Card[];
  step?: Step | null;
  auction?: (Looked | BidMade | BidProposed | BlindRefused | Spoke | CameOut)[];
  talk?: Talk1[];
  passed?: Card[] | null;
  received?: Card[] | null;
  leader?: number | null;
  must_lead?: Card | null;
  trick?: Card[];
  trick_seats?: number[];
  tricks?: Trick[];
  broken?: boolean;
  unbid?: boolean;
  spades_closed?: boolean;
  sitter?: number | null;
  exchange_size?: number | null;
  claimer?: number | null;
  undoer?: number | null;
  results?: SideResult[];
  overtime?: boolean;
  game_winners?: number[] | null;
  winners?: number[] | null;
}
/**
 * A rule set: what is played.
 *
 * >>> Rules().scoring.nil, Rules().seat_side(3)
 * (100, 1)
 */
export interface Rules {
  table?: Table;
  deck?: Deck;
  deal?: Deal;
  auction?: Auction;
  exchange?: Exchange;
  play?: Play;
  scoring?: Scoring;
  match?: Match;
}
/**
 * Who sits at the table (rules 3.1 and 3.2), and what they may do besides playing.
 */
export interface Table {
  /**
   * number of players
   */
  seats?: number;
  sides?: Sides;
  /**
   * a player may claim all the remaining tricks
   */
  claims?: boolean;
  /**
   * a player may ask to take back his last decision
   */
  undo?: boolean;
}
/**
 * Which cards are in the pack, and how they rank.
 */
export interface Deck {
  /**
   * number of packs shuffled together
   */
  packs?: number;
  /**
   * number of jokers in each pack
   */
  jokers?: 0 | 2 | 3;
  joker_use?: JokerUse;
  big_joker?: BigJoker;
  removed_twos?: RemovedTwos;
  promoted_twos?: PromotedTwos;
  identical?: Identical;
}
/**
 * How the first dealer is found and how the hands come about.
 */
export interface Deal {
  hands?: Hands;
  /**
   * who keeps the first card of a turn sees the second one before discarding it
   */
  see_second_card?: boolean;
  /**
   * the dealer gets one card fewer and sits out the first trick
   */
  short_dealer?: boolean;
  cut?: Cut;
  first_dealer?: FirstDealer;
  seating?: Seating;
}
/**
 * Who bids what, when, and under which conditions.
 */
export interface Auction {
  bidding?: Bidding;
  talk?: Talk;
  bid_choice?: BidChoice;
  zero?: Zero;
  /**
   * both partners may bid nil
   */
  both_nil?: boolean;
  /**
   * lowest contract of a side
   */
  min_side_bid?: number;
  /**
   * highest contract of a side; 0: no limit
   */
  max_side_bid?: number;
  /**
   * a side may not bid more tricks than there are
   */
  cap_side_bid_at_tricks?: boolean;
  /**
   * all bids together may not equal the number of tricks
   */
  sum_not_tricks?: boolean;
  /**
   * lowest sum of all bids; 0: no limit
   */
  min_sum?: number;
  /**
   * nil may be bid before looking
   */
  blind_nil?: boolean;
  /**
   * points behind needed for a blind nil
   */
  blind_nil_deficit?: number | 'none';
  blind_by?: BlindBy;
  /**
   * lowest blind bid
   */
  blind_min?: number;
  /**
   * highest blind bid
   */
  blind_max?: number;
  /**
   * points behind needed for a blind bid
   */
  blind_deficit?: number | 'none';
  /**
   * how often a blind number may be bid; 0: no limit
   */
  b6_limit?: number;
  b6_limit_scope?: LimitScope;
  /**
   * a blind side may change to an open 10 after looking
   */
  come_out?: boolean;
  /**
   * nobody may bid blind after a French cut
   */
  french_cut_blocks_blind?: boolean;
  /**
   * special bid 1F: exactly one trick for 50
   */
  one_for_fifty?: boolean;
  /**
   * special bid 2F: exactly two tricks for 40
   */
  two_for_forty?: boolean;
  /**
   * tricks needed to shoot the moon; 0: the bid is not offered
   */
  sm_min_tricks?: number;
  /**
   * the first deal of a game is played without bids
   */
  first_hand_bids_itself?: boolean;
}
/**
 * Cards passed between a nil bidder and the partner.
 */
export interface Exchange {
  /**
   * cards exchanged for a nil
   */
  nil_exchange?: number;
  /**
   * cards exchanged for a blind nil
   */
  blind_nil_exchange?: number;
  exchange_mode?: ExchangeMode;
  exchange_duty?: Duty;
  /**
   * a blind nil exchanges with a partner who bid a plain nil
   */
  exchange_if_partner_nil?: boolean;
}
/**
 * Leads, and what may be played when.
 */
export interface Play {
  first_leader?: FirstLeader;
  /**
   * the low club itself opens the first trick
   */
  club_two_must_be_led?: boolean;
  two_clubs_with_dealer?: ClubWithDealer;
  lead_spades?: LeadSpades;
  /**
   * a spade led because nothing else is left breaks spades
   */
  forced_lead_breaks?: boolean;
  first_trick_spades?: FirstTrickSpades;
}
/**
 * What contracts, nils, bags and award cards are worth.
 */
export interface Scoring {
  /**
   * points of a nil
   */
  nil?: number;
  /**
   * points of a blind nil
   */
  blind_nil_points?: number;
  failed_nil_tricks?: FailedNilTricks;
  failed_nil_bag_points?: FailedNilBagPoints;
  /**
   * points of a bag
   */
  bag_points?: number;
  /**
   * bags are counted from deal to deal
   */
  count_bags?: boolean;
  /**
   * bags that cost a penalty; 0: no penalty
   */
  bag_limit?: number;
  /**
   * points lost at the bag limit
   */
  bag_penalty?: number | BagPenalty;
  /**
   * bags above the limit are carried on
   */
  bag_carry?: boolean;
  /**
   * the jack of hearts may bring the bags below 0
   */
  bags_may_go_negative?: boolean;
  shortfall?: Shortfall;
  /**
   * overtricks that set an open bid below 10; 0: never
   */
  overtricks_set?: number;
  /**
   * points of a contract of 10 made
   */
  ten_made?: number;
  /**
   * points lost by a contract of 10 failed
   */
  ten_failed?: number;
  blind_scoring?: BlindScoring;
  boston?: Boston;
  /**
   * all the tricks on a blind 10 win the game too
   */
  blind10_boston_wins?: boolean;
  /**
   * points of a failed shoot the moon
   */
  sm_fail?: number;
  award_jacks?: AwardJacks;
}
/**
 * When a game, and the tourney of games, is over.
 */
export interface Match {
  /**
   * score that ends the game; 0: none
   */
  target?: number;
  /**
   * score that loses the game
   */
  losing_score?: number | 'none';
  /**
   * deals after which the higher score wins
   */
  max_deals?: number;
  tie_rule?: TieRule;
  /**
   * the points of bags do not break a tie at the target
   */
  tie_ignores_bags?: boolean;
  /**
   * failed contracts that lose the game; 0: none
   */
  sets_to_lose?: number;
  sets_counted?: SetsCounted;
  /**
   * the tests after each deal, in their order
   */
  end_tests?: EndTest[];
  /**
   * starting score of each side; none: all start at 0
   */
  handicap?: number[];
  /**
   * games that win the tourney
   */
  tokens_to_win?: number;
  /**
   * games after which the tourney ends
   */
  max_games?: number;
  next_game_dealer?: NextGameDealer;
}
/**
 * What everybody knows of a side.
 *
 * `sets` counts failed contracts as the rules say, `bid` is a contract named for the whole side,
 * `proposed` a number or blind bid on which the partner has the last word, `exchanged` the number
 * of cards exchanged in this deal (0: declined, None: not, or not yet).
 */
export interface SideView {
  score: number;
  bags: number;
  bag_points: number;
  sets: number;
  bid?: Bid | null;
  proposed?: Bid | null;
  exchanged?: number | null;
}
/**
 * What everybody knows of a seat.
 *
 * `player` is who sits there; `cards` is the number of cards in hand; `bid` his own bid; `caught`
 * the award cards he has taken; `exposed` a card known from the French cut, until it is played;
 * `shown` the hand he showed with a claim; `tokens` and `blind_bids` are his counts in the tourney
 * and in this game.
 */
export interface SeatView {
  player: number;
  side: number;
  cards: number;
  looked: boolean;
  tricks: number;
  bid?: Bid | null;
  caught?: Card[];
  exposed?: Card | null;
  shown?: Card[] | null;
  tokens?: number;
  blind_bids?: number;
  blind_bids_in_tourney?: number;
}
/**
 * Seats pick their cards up.
 */
export interface Looked {
  event: 'looked';
  seats: number[];
}
/**
 * A bid, for the seat or, with `side` set, the contract of the side.
 */
export interface BidMade {
  event: 'bid_made';
  seat: number;
  bid: Bid;
  side?: number | null;
}
/**
 * A bid proposed to the partner, who will have the last word.
 */
export interface BidProposed {
  event: 'bid_proposed';
  seat: number;
  bid: Bid;
}
/**
 * The partner refused the blind bid.
 */
export interface BlindRefused {
  event: 'blind_refused';
  seat: number;
}
/**
 * A player said his sure and possible tricks, or stayed silent (both None).
 */
export interface Spoke {
  event: 'spoke';
  seat: number;
  sure?: number | null;
  possible?: number | null;
}
/**
 * A partner of a blind side said whether to come out; `final` marks the word that stands.
 */
export interface CameOut {
  event: 'came_out';
  seat: number;
  out: boolean;
  final: boolean;
}
/**
 * What a partner said; None: stayed silent.
 */
export interface Talk1 {
  seat: number;
  sure?: number | null;
  possible?: number | null;
}
/**
 * A completed trick: cards in the order of play from the leader, and the seat that took it.
 */
export interface Trick {
  leader: number;
  seats: number[];
  cards: Card[];
  winner: number;
}
/**
 * What a deal brought a side: the breakdown, then score and bags after it.
 */
export interface SideResult {
  side: number;
  tricks: number;
  lines: Line[];
  new_bags: number;
  points: number;
  score: number;
  bags: number;
  bag_points: number;
  is_set?: boolean;
  boston?: boolean;
  sets?: number;
}
/**
 * One line of the breakdown: points, with the tricks, cards or bags it counts.
 */
export interface Line {
  kind: LineKind;
  points: number;
  seat?: number | null;
  tricks?: number | null;
  bid?: Bid | null;
  cards?: Card[];
}
/**
 * A match begins under these rules.
 */
export interface MatchBegan {
  event: 'match_began';
  rules: Rules;
}
/**
 * The draw for the deal and perhaps the seats: each player's cards in the order drawn.
 *
 * `players` are the players by seat; `dealer` is the seat that deals.
 */
export interface SeatsDrawn {
  event: 'seats_drawn';
  cards: Card[][];
  players: number[];
  dealer: number;
}
/**
 * The first dealer, found by chance or by the cards shown, dealt from seat 0 on.
 */
export interface DealerFound {
  event: 'dealer_found';
  dealer: number;
  shown?: Card[];
}
/**
 * A game of the tourney begins; counted from 1.
 */
export interface GameBegan {
  event: 'game_began';
  game: number;
}
/**
 * A deal begins; counted from 1 in its game.
 */
export interface DealBegan {
  event: 'deal_began';
  game: number;
  deal: number;
  dealer: number;
}
/**
 * The order of the pack from the top; hidden from all.
 */
export interface Shuffled {
  event: 'shuffled';
  order: Card[];
}
/**
 * French cut: the cutter laid off a pile.
 */
export interface PileCut {
  event: 'pile_cut';
  seat: number;
  size: number;
}
/**
 * French cut: the top card of each pile is turned up.
 */
export interface PilesTurned {
  event: 'piles_turned';
  cards: Card[];
}
/**
 * French cut: the turned-up card that each seat gets.
 */
export interface TurnedGiven {
  event: 'turned_given';
  seat: number;
  cards: Card[];
}
/**
 * French cut: the order in which the piles were stacked, the first on top.
 */
export interface PilesStacked {
  event: 'piles_stacked';
  seat: number;
  piles: number[];
}
/**
 * Everybody has his cards; the seats that may bid blind have not looked yet.
 */
export interface HandsDealt {
  event: 'hands_dealt';
  unlooked?: number[];
}
/**
 * Two-handed: the top card was kept, or rejected and the next one taken.
 */
export interface Drew {
  event: 'drew';
  seat: number;
  keep: boolean;
}
/**
 * Cards laid down for the partner; what came stands in the partner's View.
 */
export interface CardsPassed {
  event: 'cards_passed';
  seat: number;
  cards: Card[];
}
/**
 * The nil bidder exchanges no cards.
 */
export interface ExchangeDeclined {
  event: 'exchange_declined';
  seat: number;
}
/**
 * A side has exchanged this many cards.
 */
export interface ExchangeDone {
  event: 'exchange_done';
  side: number;
  count: number;
}
/**
 * The seat that leads to trick 1, and the card that must be led, if any.
 */
export interface PlayBegan {
  event: 'play_began';
  leader: number;
  card?: Card | null;
}
/**
 * A card played to the trick.
 */
export interface CardPlayed {
  event: 'card_played';
  seat: number;
  card: Card;
}
/**
 * A trick is complete; who takes it.
 */
export interface TrickTaken {
  event: 'trick_taken';
  seat: number;
}
/**
 * A player claims the remaining tricks and shows his hand.
 */
export interface Claimed {
  event: 'claimed';
  seat: number;
  cards: Card[];
}
/**
 * An opponent agrees to a claim or not.
 */
export interface ClaimAnswered {
  event: 'claim_answered';
  seat: number;
  agree: boolean;
}
/**
 * All opponents agreed: the seat takes the remaining tricks and the award cards still out.
 */
export interface ClaimGranted {
  event: 'claim_granted';
  seat: number;
  tricks: number;
}
/**
 * A player asks to take back his last decision.
 */
export interface UndoAsked {
  event: 'undo_asked';
  seat: number;
}
/**
 * Another player agrees to it or not.
 */
export interface UndoAnswered {
  event: 'undo_answered';
  seat: number;
  agree: boolean;
}
/**
 * The match goes on as it stood after the first `to` events of the log.
 */
export interface Undone {
  event: 'undone';
  to: number;
}
/**
 * The result of a deal, by side.
 */
export interface DealScored {
  event: 'deal_scored';
  results: SideResult[];
}
/**
 * A game is over; the sides that won it (none: a draw) take a token each.
 */
export interface GameEnded {
  event: 'game_ended';
  winners: number[];
  cause: EndCause;
}
/**
 * The match or tourney is over; the players who won it (none: a draw).
 */
export interface MatchEnded {
  event: 'match_ended';
  winners: number[];
  cause: EndCause;
}
/**
 * What a player said, and when, in milliseconds since 1970.
 */
export interface Saying {
  player: number;
  at: number;
  phrase?: string;
  text?: string;
}
/**
 * A message in the words of its reader, for connections that ask for them.
 *
 * `told` is a sentence for each event that says something; `prompt` what one has to do; `offers`
 * are the actions that are no cards; `bids` by seat and `needs` by side stand beside the players;
 * `sheet` explains `view.results`.
 */
export interface Spoken {
  told?: string[];
  prompt?: string;
  offers?: Offer[];
  bids?: string[];
  needs?: string[];
  sheet?: SideSheet[];
}
/**
 * One of `view.legal` that is no card: its place there, what to call it, what it pays.
 */
export interface Offer {
  place: number;
  label: string;
  pays?: string;
}
/**
 * A side's part of the score sheet: what each line of its result in `view.results` is for.
 */
export interface SideSheet {
  side: number;
  name: string;
  lines: string[];
}
/**
 * What happened: row `seq` of the table.
 *
 * `events` happened, null for each that one may not see; `view` is the whole new view, if the
 * match changed; `table` is there if something else did; `said` what was said. `reply` is the id
 * of one's own command that this answers. `proofs` are secrets revealed now, `hands` those of the
 * deal that is over, by seat, for watchers who may see them. `clock` tells the seconds left to
 * each player who has to act, the bank included. `spoken` is there for connections that ask for
 * words.
 */
export interface Update {
  type: 'update';
  seq: number;
  events?: (
    | (
        | MatchBegan
        | SeatsDrawn
        | DealerFound
        | GameBegan
        | DealBegan
        | Shuffled
        | PileCut
        | PilesTurned
        | TurnedGiven
        | PilesStacked
        | HandsDealt
        | Drew
        | Looked
        | BidMade
        | BidProposed
        | BlindRefused
        | Spoke
        | CameOut
        | CardsPassed
        | ExchangeDeclined
        | ExchangeDone
        | PlayBegan
        | CardPlayed
        | TrickTaken
        | Claimed
        | ClaimAnswered
        | ClaimGranted
        | UndoAsked
        | UndoAnswered
        | Undone
        | DealScored
        | GameEnded
        | MatchEnded
      )
    | null
  )[];
  view?: View | null;
  table?: TableInfo | null;
  player?: number | null;
  said?: Saying[];
  reply?: string | null;
  proofs?: Proof[];
  hands?: Card[][];
  clock?: {
    [k: string]: number;
  };
  spoken?: Spoken | null;
}
/**
 * A piece of chance that can be checked, now that its secret is revealed.
 */
export interface Proof {
  number: number;
  seal: string;
  secret: string;
  promises?: {
    [k: string]: string;
  };
  shown?: {
    [k: string]: string;
  };
  missing?: number[];
}
/**
 * The answer to a command that made no row, or made it long ago.
 *
 * `seq` is the row that a repeated command had made; without a refusal all is well. `view` comes
 * with a refusal for a stale view.
 */
export interface Reply {
  type: 'reply';
  reply: string;
  seq?: number | null;
  refusal?: Refusal | null;
  view?: View | null;
}
/**
 * Why a command is refused: a word for programs, a sentence for people, what is legal.
 */
export interface Refusal {
  reason: string;
  sentence: string;
  legal?: (
    | CutPile
    | GiveTurned
    | StackPiles
    | Draw
    | Look
    | MakeBid
    | AnswerBlind
    | Speak
    | StaySilent
    | ComeOut
    | PassCards
    | DeclineExchange
    | PlayCard
    | Claim
    | AnswerClaim
    | AskUndo
    | AnswerUndo
  )[];
}
/**
 * A hint: what to do, in words and as an action, and why.
 */
export interface Hinted {
  type: 'hinted';
  reply: string;
  action:
    | CutPile
    | GiveTurned
    | StackPiles
    | Draw
    | Look
    | MakeBid
    | AnswerBlind
    | Speak
    | StaySilent
    | ComeOut
    | PassCards
    | DeclineExchange
    | PlayCard
    | Claim
    | AnswerClaim
    | AskUndo
    | AnswerUndo;
  deed: string;
  reasons?: string[];
  forced?: boolean;
}
/**
 * Is anybody there? Answer with `pong`.
 */
export interface Ping1 {
  type: 'ping';
  id: string;
}
/**
 * The answer to one's own ping.
 */
export interface Pong1 {
  type: 'pong';
  reply: string;
}
/**
 * The last message of a connection, and why it ends.
 */
export interface Bye {
  type: 'bye';
  reason: string;
  sentence: string;
}
