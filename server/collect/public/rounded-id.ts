import { postbackIds } from './postback-fields.ts';

type PostbackId = (typeof postbackIds)[number];

/**
 * The first id in the JSON of a postback that is no whole number, or one that was rounded when it was written:
 * different ids may have become one. Whole numbers of any length arrive as texts.
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
