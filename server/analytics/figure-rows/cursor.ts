import { z } from 'zod';
import { invalid } from '../../platform/refusal.ts';

/** The last row of a page; the next page continues with older rows, or equally old ones with a smaller key. */
export type PagePosition = { time: number; key: string };

const written = z.tuple([z.int().min(0).max(4_102_444_800_000), z.string().min(1).max(60)]);

export const encodeCursor = ({ time, key }: PagePosition): string =>
  Buffer.from(JSON.stringify([time, key])).toString('base64url');

export function decodeCursor(cursor: string): PagePosition {
  const place = written.safeParse(jsonIn(cursor));
  if (!place.success) throw invalid('cursor', 'This is not a cursor of this list.');
  const [time, key] = place.data;
  return { time, key };
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
