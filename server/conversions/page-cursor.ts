import { z } from 'zod';
import { invalid } from '../platform/refusal.ts';

/** The last conversion of a page: what comes next is older, or as old and of a smaller project or id. */
export type Place = { time: number; project: number; id: string };

const written = z.tuple([
  z.int().min(0).max(4_102_444_800_000),
  z.int().min(0).max(4_294_967_295),
  z.string().min(1).max(100),
]);

export const cursorAt = ({ time, project, id }: Place): string =>
  Buffer.from(JSON.stringify([time, project, id])).toString('base64url');

export function placeOf(cursor: string): Place {
  const place = written.safeParse(jsonIn(cursor));
  if (!place.success) throw invalid('cursor', 'This is no cursor of this list.');
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
