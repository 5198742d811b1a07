import type { FastifyInstance } from 'fastify';
import { unstorable } from '#contract/storable.ts';
import { invalid } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The call looks at each thing it is sent alone, and says of each what is wrong with it. */
    judgesText?: true;
  }
}

/**
 * Refuses text that no store can hold, wherever in a request it stands, before anything is asked or written with it.
 * A path that no route knows (its only parameter is `*`) gets the page or its 404 as ever.
 */
export function storableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    if (routeOptions.config.judgesText) return;
    const { '*': _unknown, ...named } = Object(params) as Record<string, unknown>;
    for (const part of [named, query, body]) {
      const field = unstorableIn(part);
      if (field !== null) throw invalid(field, 'This holds characters that are no text.');
    }
  });
}

/** Where text that no store can hold stands in a value. Walks without recursion: the depth comes from a stranger. */
export function unstorableIn(root: unknown): string | null {
  const open: { value: unknown; at: string }[] = [{ value: root, at: '' }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { value, at } = one;
    if (typeof value === 'string' && unstorable.test(value)) return at || 'non_field_errors';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const [key, child] of Object.entries(value)) {
      if (unstorable.test(key)) return at || 'non_field_errors';
      open.push({ value: child, at: at ? `${at}.${key}` : key });
    }
  }
  return null;
}
