import { z } from 'zod';
import { invalid } from '../platform/refusal.ts';

/**
 * The last conversion of a page; the next page continues with older ones, or equally old ones with a smaller project or
 * id.
 */
export type PagePosition = { time: number; project: number; id: string };

const written = z.tuple([
  z.int().min(0).max(4_102_444_800_000),
  z.int().min(0).max(4_294_967_295),
  z.string().min(1).max(100),
]);

export const encodeCursor = ({ time, project, id }: PagePosition): string =>
  Buffer.from(JSON.stringify([time, project, id])).toString('base64url');

export function decodeCursor(cursor: string): PagePosition {
  const place = written.safeParse(jsonIn(cursor));
  if (!place.success) throw invalid('cursor', 'This is not a cursor of this list.');
  const [time, project, id] = place.data;
  return { time, project, id };
}

function jsonIn(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}
