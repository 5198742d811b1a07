import { postbackIds } from './postback-fields.ts';

type PostbackId = (typeof postbackIds)[number];

/**
 * The first id in the JSON of a postback that is a fraction or a rounded number such as `1.2e17`: several ids may have
 * been rounded to it. Whole numbers beyond 2^53 were read as texts and keep their digits.
 */
export function roundedId(body: unknown): PostbackId | null {
  if (typeof body !== 'object' || body === null) return null;
  const sent = new Map<string, unknown>(Object.entries(body));
  return (
    postbackIds.find((field) => {
      const value = sent.get(field);
      return typeof value === 'number' && !Number.isSafeInteger(value);
    }) ?? null
  );
}
