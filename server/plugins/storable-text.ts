import type { FastifyInstance } from 'fastify';
import { unstorablePattern } from '#contract/storable-text.ts';
import { invalid } from '../platform/refusal.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route checks each item of its body on its own and reports each problem. */
    judgesText?: true;
  }
}

/**
 * Refuses text that the databases cannot store, anywhere in a request, before it is used. An unknown path (whose only
 * parameter is `*`) gets the page or its 404 as usual.
 */
export function storableText(app: FastifyInstance): void {
  app.addHook('preValidation', async ({ params, query, body, routeOptions }) => {
    if (routeOptions.config.judgesText) return;
    const { '*': _unknown, ...named } = Object(params) as Record<string, unknown>;
    for (const part of [named, query, body]) {
      const field = unstorableIn(part);
      if (field !== null) throw invalid(field, 'This contains characters that cannot be stored.');
    }
  });
}

/**
 * The path of text that the databases cannot store. Walks without recursion, because the depth of the value is
 * untrusted.
 */
export function unstorableIn(root: unknown): string | null {
  const open: { value: unknown; at: string }[] = [{ value: root, at: '' }];
  for (let one = open.pop(); one; one = open.pop()) {
    const { value, at } = one;
    if (typeof value === 'string' && unstorablePattern.test(value)) return at || 'non_field_errors';
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) continue;
    for (const [key, child] of Object.entries(value)) {
      if (unstorablePattern.test(key)) return at || 'non_field_errors';
      open.push({ value: child, at: at ? `${at}.${key}` : key });
    }
  }
  return null;
}
