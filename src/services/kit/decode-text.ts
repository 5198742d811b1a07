import { encodingByStart, punctuated } from '#contract/text-encoding.ts';

/** The text of a file: UTF-8, UTF-16 and, where it is neither, Windows-1252. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingByStart(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return punctuated(new TextDecoder('windows-1252').decode(bytes));
  }
}
