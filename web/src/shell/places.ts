// The places of the page: which path shows what. All of them are loaded when they are gone to.

import type { Component } from 'svelte';

// Each place has properties of its own, which its path fills in.
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Loaded = Promise<{ default: Component<any> }>;

export interface Place {
  load: () => Loaded;
  properties: Record<string, string>;
  /** It fills the window by itself, without the head of the page. */
  bare: boolean;
}

interface Pattern {
  path: RegExp;
  load: () => Loaded;
  bare?: boolean;
}

const PATTERNS: Pattern[] = [
  { path: /^\/$/, load: () => import('../start/Start.svelte') },
  { path: /^\/new$/, load: () => import('../start/NewTable.svelte') },
  { path: /^\/t\/(?<name>[^/]+)$/, load: () => import('../table/Table.svelte'), bare: true },
  { path: /^\/rules$/, load: () => import('../rules/Rules.svelte') },
  { path: /^\/rules\/(?<rules>.+)$/, load: () => import('../rules/RulePage.svelte') },
  { path: /^\/games$/, load: () => import('../games/Games.svelte') },
  { path: /^\/games\/(?<table>[^/]+)$/, load: () => import('../games/Match.svelte') },
  {
    path: /^\/games\/(?<table>[^/]+)\/(?<number>\d+)$/,
    load: () => import('../replay/Replay.svelte'),
  },
  { path: /^\/statistics$/, load: () => import('../statistics/Statistics.svelte') },
  { path: /^\/settings$/, load: () => import('../settings/Settings.svelte') },
  { path: /^\/(?:fairness|odds)$/, load: () => import('../fairness/Fairness.svelte') },
  { path: /^\/help$/, load: () => import('../help/Help.svelte') },
];

/** What a path shows. */
export function placeOf(path: string): Place {
  const clean = path.length > 1 ? path.replace(/\/+$/, '') : path;
  for (const pattern of PATTERNS) {
    const match = pattern.path.exec(clean);
    if (!match) continue;
    const groups = Object.entries(match.groups ?? {});
    return {
      load: pattern.load,
      properties: Object.fromEntries(groups.map(([name, value]) => [name, decoded(value)])),
      bare: pattern.bare ?? false,
    };
  }
  return { load: () => import('./NotFound.svelte'), properties: {}, bare: false };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
