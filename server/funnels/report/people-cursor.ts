import { z } from 'zod';
import { invalid } from '../../platform/refusal.ts';

/** A person's place in the list: when the attempt began, and the key of the person. */
export type Place = { entered: number; actor: string };

/** The last person of a page, and the one before the stretch of the list in which the page lies. */
export type PeopleCursor = { last: Place; stretch: Place | null };

const place = z.tuple([z.int(), z.string().regex(/^\d{1,20}$/)]);
const written = z.tuple([place, place.nullable()]);

const tupleOf = ({ entered, actor }: Place) => [entered, actor] as const;

export const encodePeopleCursor = ({ last, stretch }: PeopleCursor): string =>
  Buffer.from(JSON.stringify([tupleOf(last), stretch && tupleOf(stretch)])).toString('base64url');

export function decodePeopleCursor(text: string): PeopleCursor {
  const read = written.safeParse(jsonIn(text));
  if (!read.success) throw invalid('cursor', 'This is not a cursor of this list.');
  const [last, stretch] = read.data;
  const placeOf = ([entered, actor]: z.infer<typeof place>): Place => ({ entered, actor });
  return { last: placeOf(last), stretch: stretch && placeOf(stretch) };
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
}
