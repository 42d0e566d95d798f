// Runs the offline page's program for a test: reads {program, vectors, files} from the standard
// input and writes what it makes of them.
"use strict";

// As much of a document as the page uses.
const element = (name) => ({
  name,
  className: "",
  textContent: "",
  dataset: {},
  children: [],
  does: {},
  classList: { toggle() {} },
  addEventListener(event, action) {
    (this.does[event] ||= []).push(action);
  },
  append(child) {
    this.children.push(child);
  },
  replaceChildren() {
    this.children = [];
  },
  async happens(event, details = {}) {
    for (const action of this.does[event] || []) await action({ preventDefault() {}, ...details });
  },
});

// What a person with the page sees: after it is opened, after each file, in each language.
async function seen(spadille, files, language) {
  Object.defineProperty(globalThis, "navigator", { value: { language }, configurable: true });
  const parts = new Map();
  const document = Object.assign(element("document"), {
    documentElement: {},
    createElement: element,
    getElementById: (id) => parts.get(id) || parts.set(id, element(id)).get(id),
    querySelectorAll: () => [heading],
  });
  const heading = Object.assign(element("h1"), { dataset: { text: "title" } });
  spadille.start(document);
  const look = () => ({
    lang: document.documentElement.lang,
    heading: heading.textContent,
    verdict: parts.get("verdict").textContent,
    state: parts.get("verdict").className,
    findings: parts.get("findings").children.map((item) => [item.className, item.textContent]),
  });
  const looks = [look()];
  for (const [n, content] of files.entries()) {
    const file = { name: `game-${n}`, size: content.length, text: async () => content };
    const picker = Object.assign(parts.get("file"), { files: [file] });
    if (n % 2) await document.happens("drop", { dataTransfer: { files: [file] } });
    else await picker.happens("change");
    looks.push(look());
  }
  for (const value of ["en", "ko", "ja"]) {
    await Object.assign(parts.get("language"), { value }).happens("change");
    looks.push(look());
  }
  return looks;
}

const page = async (text) => {
  const { program, vectors, files, rules, language } = JSON.parse(text);
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
  const texts = spadille.TEXTS;
  const looks = language ? await seen(spadille, files, language) : [];
  return { chance, shuffles, found, decks, texts, looks };
};

let input = "";
process.stdin.on("data", (part) => (input += part));
process.stdin.on("end", async () => process.stdout.write(JSON.stringify(await page(input))));
