/** A position in the stream: a batch, an index in it, and its time in ms. */
export type Cursor = { version: string; place: number; at: number };

export const encodeCursor = ({ version, place, at }: Cursor): string => `${version}.${place}.${at}`;

export function decodeCursor(text: string): Cursor | null {
  const [, version, place, at] = /^(\d{1,18})\.(\d{1,6})\.(\d{1,15})$/.exec(text) ?? [];
  return version === undefined ? null : { version, place: Number(place), at: Number(at) };
}
