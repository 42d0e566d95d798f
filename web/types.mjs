// TypeScript for a JSON Schema on standard input, whose definitions are the types.
import { text as read } from 'node:stream/consumers';

import { compile } from 'json-schema-to-typescript';

const text = await compile(JSON.parse(await read(process.stdin)), 'Protocol', {
  additionalProperties: false,
  bannerComment: '// Written by tools/page_types.py from the structs of the protocol.',
  unreachableDefinitions: false,
  style: { singleQuote: true, printWidth: 100 },
});
process.stdout.write(text);
