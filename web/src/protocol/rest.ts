// What is asked over plain HTTP.

import { words } from '../words/t.svelte';

/** An answer that is no success: the sentence of the server, in the reader's language. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    sentence: string,
  ) {
    super(sentence);
  }
}

/** Ask the server; `Failure` with its sentence for a refusal, or with none if it cannot be reached. */
export async function ask<Answer>(path: string, body?: unknown, method?: string): Promise<Answer> {
  const mark = path.includes('?') ? '&' : '?';
  let response: Response;
  try {
    response = await fetch(`/api${path}${mark}lang=${words.language}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      credentials: 'same-origin',
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  } catch {
    throw new Failure(0, 'unreachable', '');
  }
  const text = await response.text();
  let answer: unknown = null;
  try {
    answer = text ? JSON.parse(text) : null;
  } catch {
    // no JSON: the status tells enough
  }
  if (!response.ok) {
    const refusal = (answer as { refusal?: { reason: string; sentence: string } } | null)?.refusal;
    throw new Failure(response.status, refusal?.reason ?? 'failed', refusal?.sentence ?? '');
  }
  return answer as Answer;
}
