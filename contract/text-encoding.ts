export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding of a file by its beginning; null where only its whole content tells UTF-8 from Windows-1252. */
export function encodingByStart(bytes: Uint8Array): TextEncoding | null {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  const start = bytes.subarray(0, 1_000);
  const zeros = [0, 0];
  for (const [index, byte] of start.entries())
    if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > start.length / 8 && odd > even) return 'utf-16le';
  if (even > start.length / 8 && even > odd) return 'utf-16be';
  return null;
}

const punctuation = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** Some versions of Node decode Windows-1252 as ISO 8859-1, which has control characters in these places. */
export const punctuated = (text: string): string =>
  text.replaceAll(/[\u0080-\u009f]/g, (character) =>
    punctuation.charAt(character.charCodeAt(0) - 0x80),
  );
