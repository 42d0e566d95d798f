// Rule sets as text: `standard(target=250,nil=50)`, a preset and what differs from it.

export type Changes = Readonly<Record<string, string>>;

export interface Written {
  preset: string;
  changes: Changes;
}

/** What a text says; options in any spacing, the last of a name counts. */
export function readRules(text: string): Written {
  const match = /^\s*([^()]*?)\s*(?:\((.*)\)?)?\s*$/s.exec(text);
  const preset = (match?.[1] ?? '').toLowerCase().replace(/[ _-]+/g, '_');
  const changes: Record<string, string> = {};
  for (const part of (match?.[2] ?? '').replace(/\)\s*$/, '').split(',')) {
    const equals = part.indexOf('=');
    const name = part.slice(0, equals).trim().toLowerCase();
    if (equals > 0 && name) changes[name] = part.slice(equals + 1).trim().toLowerCase();
  }
  return { preset: preset || 'standard', changes };
}

/** The text of a preset with changes. */
export function writeRules({ preset, changes }: Written): string {
  const parts = Object.entries(changes).map(([name, value]) => `${name}=${value}`);
  return parts.length ? `${preset}(${parts.join(',')})` : preset;
}

/** Changes with one more; none where the value is that of the preset. */
export function changed(changes: Changes, name: string, value: string, own: string): Changes {
  const others = Object.entries(changes).filter(([other]) => other !== name);
  const wanted = value.trim().toLowerCase();
  return Object.fromEntries(wanted === own ? others : [...others, [name, wanted]]);
}

/** The address of a page about rules. */
export function rulesPath(text: string): string {
  return `/rules/${encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3D/g, '=')}`;
}

/** The address at which a table with these rules is made. */
export function newPath(text: string): string {
  return `/new?rules=${encodeURIComponent(text).replace(/%2C/g, ',').replace(/%3D/g, '=')}`;
}
