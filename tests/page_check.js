// Runs the offline page's program for a test: reads {program, vectors, files} from the standard
// input and writes what it makes of them.
"use strict";

const page = (text) => {
  const { program, vectors, files, rules } = JSON.parse(text);
  const spadille = require(program);
  const first = (numbers, count) => Array.from({ length: count }, () => numbers.next().value);
  const chance = (vectors.chance || []).map((row) => {
    const key = spadille.seed(row.secret, row.match, row.number, row.rules_key, row.shown);
    const digest = (text) => text && spadille.hex(spadille.sha256(spadille.bytesOf(text)));
    return {
      seal: digest(row.secret),
      promises: row.shown.map(digest),
      seed: spadille.hex(key),
      numbers: first(spadille.stream(key), row.numbers.length),
      order: spadille.shuffled(row.things, spadille.stream(key)),
    };
  });
  const shuffles = (vectors.shuffles || []).map((row) => {
    const numbers = row.numbers[Symbol.iterator]();
    const order = spadille.shuffled(Array.from({ length: row.things }, (_, n) => n), numbers);
    return { order, left: numbers.next().done };
  });
  const found = files.map((file) => {
    try {
      const { verdict, findings } = spadille.verify(file);
      const said = ["en", "ko", "ja"].map((language) => findings.map((finding) => spadille.sentence(language, finding)));
      return { verdict, findings: findings.map(({ verdict, number }) => [verdict, number ?? null]), said };
    } catch (error) {
      if (error.says === undefined) throw error;
      return { unreadable: error.says, line: error.line };
    }
  });
  const decks = rules.map((record) => {
    const options = spadille.optionsOf(record);
    return { key: spadille.rulesKey(options), pack: spadille.pack(options), draw: spadille.drawItems(options) };
  });
  const texts = Object.fromEntries(Object.entries(spadille.TEXTS).map(([name, said]) => [name, said]));
  return { chance, shuffles, found, decks, texts };
};

let input = "";
process.stdin.on("data", (part) => (input += part));
process.stdin.on("end", () => process.stdout.write(JSON.stringify(page(input))));
