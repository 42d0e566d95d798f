// Checks the proofs of a Spadille game file (scheme spadille-deal-v1), in the browser alone.
// Plain http and file:// have no crypto.subtle, so SHA-256 and HMAC stand here.
(() => {
  "use strict";

  // SHA-256 (FIPS 180-4) and HMAC (RFC 2104)

  const primes = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.every((prime) => n % prime)) primes.push(n);
  }
  // The first 32 bits of a root's fraction, by whole numbers: doubles would not be exact.
  const fraction = (n, power) => {
    const scaled = BigInt(n) << BigInt(32 * power);
    let low = 0n;
    let high = 1n << 37n;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (middle ** BigInt(power) <= scaled) low = middle;
      else high = middle;
    }
    return Number(low & 0xffffffffn);
  };
  const START = primes.slice(0, 8).map((prime) => fraction(prime, 2));
  const ROUND = primes.map((prime) => fraction(prime, 3));
  const turned = (word, by) => (word >>> by) | (word << (32 - by));

  function sha256(message) {
    const size = Math.ceil((message.length + 9) / 64) * 64;
    const padded = new Uint8Array(size);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(size - 8, Math.floor(message.length / 2 ** 29));
    view.setUint32(size - 4, (message.length * 8) >>> 0);
    const sum = START.slice();
    const w = new Uint32Array(64);
    for (let block = 0; block < size; block += 64) {
      for (let i = 0; i < 16; i++) w[i] = view.getUint32(block + 4 * i);
      for (let i = 16; i < 64; i++) {
        const a = w[i - 15];
        const b = w[i - 2];
        const s0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
        const s1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
        w[i] = w[i - 16] + s0 + w[i - 7] + s1;
      }
      let [a, b, c, d, e, f, g, h] = sum;
      for (let i = 0; i < 64; i++) {
        const s1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
        const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + w[i]) | 0;
        const s0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
        const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
        [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
      }
      [a, b, c, d, e, f, g, h].forEach((word, i) => {
        sum[i] = (sum[i] + word) | 0;
      });
    }
    const digest = new DataView(new ArrayBuffer(32));
    sum.forEach((word, i) => digest.setInt32(4 * i, word));
    return new Uint8Array(digest.buffer);
  }

  const joined = (...parts) => {
    const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
    let place = 0;
    for (const part of parts) {
      whole.set(part, place);
      place += part.length;
    }
    return whole;
  };

  function hmac(key, message) {
    const block = new Uint8Array(64);
    block.set(key.length > 64 ? sha256(key) : key);
    const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
    return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
  }

  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const bytesOf = (text) => Uint8Array.from(text.match(/../g) || [], (two) => parseInt(two, 16));
  const utf8 = (text) => new TextEncoder().encode(text);

  // Seed, stream, order

  // `shown`: hexadecimal digits by player, null for one who added none.
  function seed(secret, match, number, rulesKey, shown) {
    const shares = shown.map((share) => share || "-");
    const lines = ["spadille-deal-v1", match, String(number), rulesKey, ...shares];
    return hmac(bytesOf(secret), utf8(lines.map((line) => line + "\n").join("")));
  }

  function* stream(key) {
    for (let block = 0; ; block++) {
      const counter = new DataView(new ArrayBuffer(8));
      counter.setUint32(4, block);
      const made = new DataView(hmac(key, new Uint8Array(counter.buffer)).buffer);
      for (let place = 0; place < 32; place += 4) yield made.getUint32(place);
    }
  }

  function shuffled(things, numbers) {
    const order = Array.from(things);
    for (let last = order.length - 1; last > 0; last--) {
      const limit = Math.floor(2 ** 32 / (last + 1)) * (last + 1);
      let number = numbers.next().value;
      while (number >= limit) number = numbers.next().value;
      const chosen = number % (last + 1);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  }

  // Rules: only what the pack, the draw and the key of the rules need

  const RANKS = "23456789TJQKA";
  const JOKERS = ["BJ", "LJ", "TJ"];
  const REMOVED = {
    none: [],
    club: ["2C"],
    club_diamond: ["2C", "2D"],
    club_heart: ["2C", "2H"],
    both_red: ["2D", "2H"],
    all: ["2S", "2H", "2D", "2C"],
  };
  const DEFAULTS = {
    seats: "4", sides: "pairs", claims: "on", undo: "on", packs: "1", jokers: "0",
    joker_use: "high_trump", big_joker: "red", removed_twos: "none", promoted_twos: "none",
    identical: "first", hands: "dealt", see_second_card: "on", short_dealer: "off", cut: "plain",
    first_dealer: "random", seating: "as_they_come", bidding: "by_seat", talk: "none",
    bid_choice: "free", zero: "nil", both_nil: "on", min_side_bid: "0", max_side_bid: "0",
    cap_side_bid_at_tricks: "off", sum_not_tricks: "off", min_sum: "0", blind_nil: "off",
    blind_nil_deficit: "100", blind_by: "nobody", blind_min: "6", blind_max: "13",
    blind_deficit: "none", b6_limit: "0", b6_limit_scope: "per_player_per_game", come_out: "off",
    french_cut_blocks_blind: "off", one_for_fifty: "off", two_for_forty: "off",
    sm_min_tricks: "0", first_hand_bids_itself: "off", nil_exchange: "0",
    blind_nil_exchange: "2", exchange_mode: "sequential", exchange_duty: "may",
    exchange_if_partner_nil: "on", first_leader: "left_of_dealer", club_two_must_be_led: "on",
    two_clubs_with_dealer: "lowest_club", lead_spades: "after_broken", forced_lead_breaks: "on",
    first_trick_spades: "allowed", nil: "100", blind_nil_points: "200",
    failed_nil_tricks: "bags", failed_nil_bag_points: "always", bag_points: "1",
    count_bags: "on", bag_limit: "10", bag_penalty: "100", bag_carry: "on",
    bags_may_go_negative: "off", shortfall: "bid", overtricks_set: "0", ten_made: "100",
    ten_failed: "100", blind_scoring: "double_or_double", boston: "nothing",
    blind10_boston_wins: "on", sm_fail: "-150", award_jacks: "none", target: "500",
    losing_score: "none", max_deals: "100", tie_rule: "until_unequal", tie_ignores_bags: "off",
    sets_to_lose: "0", sets_counted: "in_a_row",
    end_tests: "boston/sets/losing_score/target", handicap: "none", tokens_to_win: "1",
    max_games: "50", next_game_dealer: "rotate",
  };

  // The options of a rule set as text; null if one of them is unknown.
  function optionsOf(rules) {
    const options = { ...DEFAULTS };
    for (const group of Object.values(rules)) {
      for (const [name, value] of Object.entries(group)) {
        if (!Object.hasOwn(DEFAULTS, name)) return null;
        if (typeof value === "boolean") options[name] = value ? "on" : "off";
        else if (Array.isArray(value)) options[name] = value.join("/") || "none";
        else options[name] = String(value);
      }
    }
    return options;
  }

  function rulesKey(options) {
    const sorted = Object.fromEntries(Object.entries(options).sort((a, b) => (a[0] < b[0] ? -1 : 1)));
    return hex(sha256(utf8(JSON.stringify(sorted)))).slice(0, 12);
  }

  function pack(options) {
    const plain = [..."SHDC"].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
    const jokers = JOKERS.slice(0, Number(options.jokers));
    if (options.big_joker === "black") jokers.splice(0, 2, ...jokers.slice(0, 2).reverse());
    const one = plain.filter((card) => !REMOVED[options.removed_twos].includes(card)).concat(jokers);
    return options.packs === "2" ? [...one, ...one] : one;
  }

  function drawItems(options) {
    if (options.first_dealer === "random") return Array.from({ length: Number(options.seats) }, (_, n) => n);
    return pack(options).filter((card) => !JOKERS.includes(card));
  }

  // The event that a draw brings about, `players` being those in the seats before it.
  function drawn(options, order, players) {
    if (options.first_dealer === "random") return { event: "dealer_found", dealer: order[0] };
    const seats = Number(options.seats);
    if (options.first_dealer !== "high_card_draw") {
      const suit = options.first_dealer === "first_diamond" ? "D" : "S";
      const place = order.findIndex((card) => card[1] === suit);
      return { event: "dealer_found", dealer: place % seats, shown: order.slice(0, place + 1) };
    }
    const cards = Array.from({ length: seats }, () => []);
    const rest = order.slice();
    const ranked = (equals) => {
      if (rest.length < equals.length) return equals;
      const byRank = new Map();
      for (const seat of equals) {
        const card = rest.shift();
        cards[seat].push(card);
        const rank = RANKS.indexOf(card[0]);
        byRank.set(rank, [...(byRank.get(rank) || []), seat]);
      }
      const ranks = [...byRank.keys()].sort((a, b) => b - a);
      return ranks.flatMap((rank) => {
        const same = byRank.get(rank);
        return same.length === 1 ? same : ranked(same);
      });
    };
    const ranking = ranked(Array.from({ length: seats }, (_, seat) => seat));
    if (options.seating === "as_they_come") {
      return { event: "seats_drawn", cards, players, dealer: ranking[0] };
    }
    return { event: "seats_drawn", cards, players: ranking.map((seat) => players[seat]), dealer: 0 };
  }

  // Findings

  const WORST = ["proved", "sealed", "unproved", "contradicts"];

  class Unreadable extends Error {
    constructor(says, line) {
      super(says);
      this.says = says;
      this.line = line;
    }
  }

  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

  function objectsOf(text) {
    const lines = text.replace(/^\uFEFF/, "").split("\n");
    if (lines[lines.length - 1] === "") lines.pop();
    return lines.map((line, n) => {
      let value = null;
      try {
        value = JSON.parse(line);
      } catch {
        // Told below, like a line that holds no object.
      }
      if (!isObject(value)) throw new Unreadable("no_json", n + 1);
      return value;
    });
  }

  const isDigits = (size) => (value) => typeof value === "string" && value.length === size && /^[0-9a-f]*$/.test(value);
  const isDigest = isDigits(64);
  const isListOf = (test) => (value) => value === undefined || (Array.isArray(value) && value.every(test));
  const isProof = (proof) =>
    isObject(proof) &&
    Number.isSafeInteger(proof.number) &&
    proof.number >= 0 &&
    isDigest(proof.seal) &&
    (proof.secret === undefined || proof.secret === null || isDigest(proof.secret)) &&
    isListOf((digest) => digest === null || isDigest(digest))(proof.promises) &&
    isListOf((share) => share === null || isDigits(32)(share))(proof.shown) &&
    isListOf(Number.isSafeInteger)(proof.missing) &&
    Object.keys(proof).every((name) => ["number", "seal", "secret", "promises", "shown", "missing"].includes(name));

  function headerOf(lines) {
    const header = lines[0];
    if (!header || header.format !== "spadille-game") throw new Unreadable("no_game", 1);
    if (header.version !== 1) throw new Unreadable("other_version", 1);
    const { match = null, proofs = [] } = header;
    if (!Array.isArray(proofs) || !proofs.every(isProof)) throw new Unreadable("bad_proof", 1);
    if (match !== null && !(typeof match === "string" && /^[!-~]{1,128}$/.test(match))) {
      throw new Unreadable("bad_proof", 1);
    }
    const first = lines[1];
    if (!first || first.event !== "match_began" || !isObject(first.rules || {})) throw new Unreadable("no_rules", 2);
    return { ...header, match, proofs, rules: first.rules || {} };
  }

  // Whatever contradicts itself in a proof: a list of [what is wrong, fields].
  function faultsOf(proof, names, closed) {
    const seats = names.length;
    const lists = [proof.promises, proof.shown].map((list) => list || []);
    if (lists.some((list) => list.length && list.length !== seats)) return [["wrong_players", {}]];
    const [promises, shown] = lists.map((list) => (list.length ? list : Array(seats).fill(null)));
    const found = [];
    if (proof.secret && hex(sha256(bytesOf(proof.secret))) !== proof.seal) found.push(["other_secret", {}]);
    names.forEach((player, n) => {
      if (shown[n] !== null && hex(sha256(bytesOf(shown[n]))) !== promises[n]) found.push(["other_bytes", { player }]);
    });
    const missing = names.map((_, n) => n).filter((n) => promises[n] !== null && shown[n] === null);
    if (closed && String(missing) !== String(proof.missing || [])) found.push(["other_missing", {}]);
    return found;
  }

  const CHANCE = ["shuffled", "dealer_found", "seats_drawn"];

  // The places of all chance in a log; null at the end if chance stands where none is due.
  function chanceOf(events) {
    const found = [];
    for (let place = 1; place < events.length; place++) {
      const before = events[place - 1].event;
      const isChance = CHANCE.includes(events[place].event);
      const due = place === 1 || before === "deal_began";
      const may = due || before === "game_began";
      const undoes = events[place].event === "undone" && !(events[place].to > (found[found.length - 1] ?? 0));
      if ((due && !isChance) || (isChance && !may) || undoes) return [...found, null];
      if (isChance) found.push(place);
    }
    return found;
  }

  const isSame = (one, other) => {
    if (typeof one !== "object" || one === null || typeof other !== "object" || other === null) return one === other;
    const names = Object.keys(one);
    return names.length === Object.keys(other).length && names.every((name) => isSame(one[name], other[name]));
  };

  // What the proofs of a game file prove: the verdict, and a finding for each piece of chance.
  function verify(text) {
    const lines = objectsOf(text);
    const header = headerOf(lines);
    const events = lines.slice(1);
    const findings = [];
    const find = (verdict, says, line, number, fields) =>
      findings.push({ verdict, says, line, number, fields: { number, ...fields } });
    const judged = () => ({
      findings,
      verdict: WORST[Math.max(...findings.map((finding) => WORST.indexOf(finding.verdict)))],
    });
    const options = optionsOf(header.rules);
    if (options === null || rulesKey(options) !== header.rules_key) throw new Unreadable("other_rules", 2);
    if (!header.proofs.length) find("unproved", "no_proofs", 1);
    else if (header.match === null) find("contradicts", "no_match", 1);
    if (findings.length) return judged();

    const seats = Number(options.seats);
    const given = header.players || [];
    const names = Array.from({ length: seats }, (_, n) => String(given.length === seats ? given[n] : n));
    const proofs = new Map();
    const often = new Map();
    for (const proof of header.proofs) {
      often.set(proof.number, (often.get(proof.number) || 0) + 1);
      if (!proofs.has(proof.number)) proofs.set(proof.number, proof);
    }
    for (const [number, count] of often) if (count > 1) find("contradicts", "twice", 1, number, { count });

    let players = names.map((_, n) => n);
    const places = chanceOf(events);
    places.forEach((place, number) => {
      if (place === null) return;
      const event = events[place];
      const line = place + 2;
      const isDraw = events[place - 1].event !== "deal_began";
      const about = isDraw ? { draw: true } : { deal: events[place - 1].deal, game: events[place - 1].game };
      const proof = proofs.get(number);
      const came = players;
      if (event.event === "seats_drawn" && Array.isArray(event.players)) players = event.players;
      if (!proof) return find("contradicts", "unknown", line, number, about);
      const faults = faultsOf(proof, names, true);
      faults.forEach(([says, fields]) => find("contradicts", says, line, number, { ...about, ...fields }));
      if (faults.length) return;
      if (!proof.secret) {
        const over = events.slice(place).some((later) => later.event === "deal_scored");
        return find("sealed", over ? "withheld" : "hidden", line, number, about);
      }
      const shown = proof.shown && proof.shown.length ? proof.shown : Array(seats).fill(null);
      const key = seed(proof.secret, header.match, number, header.rules_key, shown);
      const order = shuffled(isDraw ? drawItems(options) : pack(options), stream(key));
      const expected = isDraw ? drawn(options, order, came) : { event: "shuffled", order };
      if (!isSame(expected, event)) return find("contradicts", "other_order", line, number, about);
      const missing = (proof.missing || []).map((player) => names[player]).join(", ");
      const added = shown.filter((share) => share !== null).length;
      const fields = { ...about, seal: proof.seal.slice(0, 16), added, seats, missing };
      find("proved", missing ? "proved_missing" : "proved", line, number, fields);
    });
    if (places.includes(null)) {
      find("contradicts", "misplaced", 1);
      return judged();
    }
    const count = places.length;
    const beyond = [...proofs.keys()].filter((number) => number >= count).sort((a, b) => a - b);
    for (const number of beyond) {
      const proof = proofs.get(number);
      const faults = number === count ? faultsOf(proof, names, Boolean(proof.secret)) : [["too_many", { count }]];
      faults.forEach(([says, fields]) => find("contradicts", says, 1, number, fields));
      if (!faults.length) find(proof.secret ? "proved" : "sealed", proof.secret ? "unused" : "waiting", 1, number);
    }
    return judged();
  }

  // Texts

  const TEXTS = {
    en: {
      title: "Were these deals fair?",
      language: "Language",
      about: "This page checks the chance of a recorded match of Spadille: whether every order of the cards follows from what was sealed and promised before it. Nothing leaves this computer.",
      choose: "Choose a game file, or drop it here",
      result: "Result",
      limits: "Whether the cards were then played by the rules is checked by the command “spadille check”. Compare the seals with those that you were shown before the deals: a file can only agree with itself.",
      all_proved: "{file}: all chance is proved ({count}).",
      all_sealed: "{file}: nothing contradicts, but not everything is proved yet.",
      all_unproved: "{file}: nothing can be proved.",
      all_contradicts: "{file}: something contradicts. Do not trust this file.",
      unreadable: "{file}, line {line}: {why}",
      at: "Line {line}: {said}",
      chance_draw: "The draw for the first dealer (number {number})",
      chance_deal: "Deal {deal} of game {game} (number {number})",
      chance_none: "Number {number}",
      proved: "{chance} is proved by the seal {seal}… and the bytes of {added} out of {seats} players.",
      proved_missing: "{chance} is proved by the seal {seal}… and the bytes of {added} out of {seats} players. Promised and not shown: {missing}.",
      hidden: "{chance} cannot be proved yet: its secret is revealed when the deal is over. Check again then.",
      withheld: "{chance} is over, and its secret has not been revealed. Ask whoever dealt for it.",
      waiting: "{chance} is sealed, and nothing came of it yet.",
      unused: "{chance} was sealed and never used; its secret fits the seal.",
      no_proofs: "The file carries no proofs. Ask whoever dealt for a file with them.",
      no_match: "The match of the proofs is not named. Use an unchanged copy of the file.",
      twice: "{chance} has {count} proofs, and chance comes once.",
      unknown: "{chance} has no proof. Ask whoever dealt for the whole file.",
      wrong_players: "{chance}: the proof does not name each player once.",
      other_secret: "{chance}: the secret is not the one that was sealed.",
      other_bytes: "{chance}: the bytes of {player} are not those that were promised.",
      other_missing: "{chance}: the players named as missing are not those who promised bytes without showing them.",
      other_order: "{chance}: what happened does not follow from secret, match, rules and the players’ bytes.",
      too_many: "{chance} has a proof, but chance came only {count} times.",
      misplaced: "Chance is missing or stands where none was due. “spadille check” names the place.",
      no_json: "this is no JSON object. Choose an unchanged game file (.jsonl).",
      no_game: "this is no game file. Choose one that Spadille has written (.jsonl).",
      other_version: "the file has another version. Use the page of the release that wrote it.",
      bad_proof: "a proof cannot be read. Use an unchanged copy of the file.",
      no_rules: "the rules are missing. Use a complete copy of the file.",
      other_rules: "the rules are not those that line 1 names, or this page is older than they are. Use an unchanged copy of the file, or the page of the release that wrote it.",
      too_large: "the file is larger than 64 MB. Choose a game file.",
      no_access: "the file cannot be read. Choose it again.",
    },
    ko: {
      title: "이 딜들은 공정했을까요?",
      language: "언어",
      about: "이 페이지는 기록된 스페이드 매치의 우연을 확인합니다. 카드의 모든 순서가 미리 봉인하고 약속한 값에서 나오는지 계산합니다. 아무것도 이 컴퓨터 밖으로 나가지 않습니다.",
      choose: "게임 파일을 고르거나 여기에 놓으세요",
      result: "결과",
      limits: "그 뒤에 카드를 규칙대로 냈는지는 “spadille check” 명령이 확인합니다. 봉인을 딜 전에 본 것과 비교하세요. 파일만으로는 파일 안의 앞뒤가 맞는지만 알 수 있습니다.",
      all_proved: "{file}: 우연이 모두 증명되었습니다 ({count}).",
      all_sealed: "{file}: 모순은 없지만 아직 모두 증명되지는 않았습니다.",
      all_unproved: "{file}: 증명할 수 있는 것이 없습니다.",
      all_contradicts: "{file}: 모순이 있습니다. 이 파일을 믿지 마세요.",
      unreadable: "{file}, {line}행: {why}",
      at: "{line}행: {said}",
      chance_draw: "첫 딜러 뽑기 (번호 {number})",
      chance_deal: "게임 {game}의 딜 {deal} (번호 {number})",
      chance_none: "번호 {number}",
      proved: "{chance}: 봉인 {seal}… 및 플레이어 {seats}명 중 {added}명의 바이트로 증명되었습니다.",
      proved_missing: "{chance}: 봉인 {seal}… 및 플레이어 {seats}명 중 {added}명의 바이트로 증명되었습니다. 약속하고 공개하지 않은 플레이어: {missing}.",
      hidden: "{chance}: 아직 증명할 수 없습니다. 비밀 값은 딜이 끝나면 공개됩니다. 그때 다시 확인하세요.",
      withheld: "{chance}: 끝났지만 비밀 값이 공개되지 않았습니다. 딜을 맡은 쪽에 요청하세요.",
      waiting: "{chance}: 봉인되었고 아직 쓰이지 않았습니다.",
      unused: "{chance}: 봉인되었지만 쓰이지 않았습니다. 비밀 값은 봉인과 맞습니다.",
      no_proofs: "파일에 증명이 없습니다. 딜을 맡은 쪽에 증명이 있는 파일을 요청하세요.",
      no_match: "증명의 매치 이름이 없습니다. 바뀌지 않은 파일을 사용하세요.",
      twice: "{chance}: 증명이 {count}개 있습니다. 우연은 한 번뿐입니다.",
      unknown: "{chance}: 증명이 없습니다. 딜을 맡은 쪽에 전체 파일을 요청하세요.",
      wrong_players: "{chance}: 증명에 플레이어가 한 명씩 들어 있지 않습니다.",
      other_secret: "{chance}: 비밀 값이 봉인된 것과 다릅니다.",
      other_bytes: "{chance}: {player} 플레이어의 바이트가 약속한 것과 다릅니다.",
      other_missing: "{chance}: 공개하지 않았다고 적힌 플레이어가 실제와 다릅니다.",
      other_order: "{chance}: 기록된 결과가 비밀 값, 매치, 규칙, 플레이어의 바이트에서 나오지 않습니다.",
      too_many: "{chance}: 증명이 있지만 우연은 {count}번뿐이었습니다.",
      misplaced: "우연이 빠졌거나 있을 수 없는 곳에 있습니다. “spadille check” 명령이 그 자리를 알려 줍니다.",
      no_json: "JSON 객체가 아닙니다. 바뀌지 않은 게임 파일(.jsonl)을 고르세요.",
      no_game: "게임 파일이 아닙니다. Spadille이 쓴 파일(.jsonl)을 고르세요.",
      other_version: "파일의 버전이 다릅니다. 파일을 쓴 릴리스의 페이지를 사용하세요.",
      bad_proof: "증명을 읽을 수 없습니다. 바뀌지 않은 파일을 사용하세요.",
      no_rules: "규칙이 없습니다. 온전한 파일을 사용하세요.",
      other_rules: "규칙이 1행에 적힌 것과 다르거나 이 페이지보다 새것입니다. 바뀌지 않은 파일이나 파일을 쓴 릴리스의 페이지를 사용하세요.",
      too_large: "파일이 64MB보다 큽니다. 게임 파일을 고르세요.",
      no_access: "파일을 읽을 수 없습니다. 다시 고르세요.",
    },
    ja: {
      title: "このディールは公正でしたか？",
      language: "言語",
      about: "このページは、記録されたスペードのマッチの偶然を確かめます。カードのすべての順序が、先に封印・約束された値から導かれるかを計算します。データがこのコンピューターの外に出ることはありません。",
      choose: "ゲームファイルを選ぶか、ここにドロップしてください",
      result: "結果",
      limits: "そのあとカードがルールどおりに出されたかは「spadille check」コマンドが確かめます。封印は、ディールの前に見たものと比べてください。ファイルだけでわかるのは、その中身のつじつまが合うことだけです。",
      all_proved: "{file}: すべての偶然が証明されました ({count})。",
      all_sealed: "{file}: 矛盾はありませんが、まだすべては証明されていません。",
      all_unproved: "{file}: 証明できるものがありません。",
      all_contradicts: "{file}: 矛盾があります。このファイルを信用しないでください。",
      unreadable: "{file}、{line}行目: {why}",
      at: "{line}行目: {said}",
      chance_draw: "最初のディーラーの抽選 (番号 {number})",
      chance_deal: "ゲーム {game} のディール {deal} (番号 {number})",
      chance_none: "番号 {number}",
      proved: "{chance}: 封印 {seal}… と、プレイヤー{seats}人中{added}人のバイト列により証明されました。",
      proved_missing: "{chance}: 封印 {seal}… と、プレイヤー{seats}人中{added}人のバイト列により証明されました。約束して公開しなかったプレイヤー: {missing}。",
      hidden: "{chance}: まだ証明できません。秘密の値はディールが終わると公開されます。そのあともう一度確かめてください。",
      withheld: "{chance}: 終わりましたが、秘密の値が公開されていません。ディールを行った側に求めてください。",
      waiting: "{chance}: 封印され、まだ使われていません。",
      unused: "{chance}: 封印されましたが使われませんでした。秘密の値は封印と合っています。",
      no_proofs: "ファイルに証明がありません。証明のあるファイルを、ディールを行った側に求めてください。",
      no_match: "証明のマッチの名前がありません。変更されていないファイルを使ってください。",
      twice: "{chance}: 証明が{count}個あります。偶然は一度だけです。",
      unknown: "{chance}: 証明がありません。ファイル全体を、ディールを行った側に求めてください。",
      wrong_players: "{chance}: 証明にプレイヤーが一人ずつ入っていません。",
      other_secret: "{chance}: 秘密の値が封印されたものと違います。",
      other_bytes: "{chance}: プレイヤー {player} のバイト列が約束されたものと違います。",
      other_missing: "{chance}: 公開しなかったとされるプレイヤーが実際と違います。",
      other_order: "{chance}: 記録された結果が、秘密の値、マッチ、ルール、プレイヤーのバイト列から導かれません。",
      too_many: "{chance}: 証明がありますが、偶然は{count}回だけでした。",
      misplaced: "偶然が抜けているか、あるはずのない場所にあります。「spadille check」コマンドがその場所を示します。",
      no_json: "JSON オブジェクトではありません。変更されていないゲームファイル (.jsonl) を選んでください。",
      no_game: "ゲームファイルではありません。Spadille が書いたファイル (.jsonl) を選んでください。",
      other_version: "ファイルのバージョンが違います。ファイルを書いたリリースのページを使ってください。",
      bad_proof: "証明を読めません。変更されていないファイルを使ってください。",
      no_rules: "ルールがありません。完全なファイルを使ってください。",
      other_rules: "ルールが1行目のものと違うか、このページより新しいものです。変更されていないファイルか、ファイルを書いたリリースのページを使ってください。",
      too_large: "ファイルが 64 MB を超えています。ゲームファイルを選んでください。",
      no_access: "ファイルを読めません。もう一度選んでください。",
    },
  };

  const say = (language, name, fields = {}) =>
    TEXTS[language][name].replace(/{(\w+)}/g, (_, field) => String(fields[field]));

  function sentence(language, finding) {
    const { draw, deal } = finding.fields;
    const kind = draw ? "chance_draw" : deal === undefined ? "chance_none" : "chance_deal";
    const chance = say(language, kind, finding.fields);
    const said = say(language, finding.says, { ...finding.fields, chance });
    return say(language, "at", { line: finding.line, said });
  }

  // The page

  const LARGEST = 64 * 2 ** 20;

  function start(page) {
    const element = (id) => page.getElementById(id);
    const [chooser, drop, verdict, list, picker] = ["language", "drop", "verdict", "findings", "file"].map(element);
    let language = "en";
    let last = null;

    const show = () => {
      list.replaceChildren();
      if (last === null) return;
      if (last.error) {
        const why = say(language, last.error.says);
        verdict.className = "contradicts";
        verdict.textContent = say(language, "unreadable", { file: last.file, line: last.error.line, why });
        return;
      }
      for (const finding of last.found.findings) {
        const item = page.createElement("li");
        item.className = finding.verdict;
        item.textContent = sentence(language, finding);
        list.append(item);
      }
      const fields = { file: last.file, count: last.found.findings.length };
      verdict.className = last.found.verdict;
      verdict.textContent = say(language, `all_${last.found.verdict}`, fields);
    };

    const speak = (wanted) => {
      language = Object.hasOwn(TEXTS, wanted) ? wanted : "en";
      chooser.value = language;
      page.documentElement.lang = language;
      page.title = `Spadille: ${say(language, "title")}`;
      for (const part of page.querySelectorAll("[data-text]")) part.textContent = say(language, part.dataset.text);
      show();
    };

    const check = async (file) => {
      last = { file: file.name };
      try {
        if (file.size > LARGEST) throw new Unreadable("too_large", 1);
        const text = await file.text().catch(() => {
          throw new Unreadable("no_access", 1);
        });
        last.found = verify(text);
      } catch (error) {
        last.error = error instanceof Unreadable ? error : new Unreadable("bad_proof", 1);
      }
      show();
    };

    chooser.addEventListener("change", () => speak(chooser.value));
    picker.addEventListener("change", () => picker.files.length && check(picker.files[0]));
    for (const name of ["dragenter", "dragover", "dragleave", "drop"]) {
      page.addEventListener(name, (event) => {
        event.preventDefault();
        drop.classList.toggle("over", name === "dragenter" || name === "dragover");
      });
    }
    page.addEventListener("drop", (event) => event.dataTransfer.files.length && check(event.dataTransfer.files[0]));
    speak(navigator.language.slice(0, 2));
  }

  const program = { TEXTS, DEFAULTS, sha256, hmac, hex, bytesOf, utf8, seed, stream, shuffled, pack, drawItems, optionsOf, rulesKey, verify, sentence, start };
  if (typeof module === "object" && module.exports) module.exports = program;
  if (typeof document === "object") start(document);
})();
