import { expect, it } from 'vitest';
import { decodeText } from '#services/kit/decode-text.ts';

const text = 'Größe;Wert\nMünchen;12,50 €\n';
const utf16 = Buffer.from(text, 'utf16le');
const windows = Buffer.from(text.replace('€', '\u0080'), 'latin1');

it.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', Buffer.from(utf16)],
  ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), utf16])],
  ['big-endian UTF-16', Buffer.from(utf16).swap16()],
  [
    'big-endian UTF-16 with a mark',
    Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(utf16).swap16()]),
  ],
  ['Windows-1252', windows],
])('a file in %s is read', (_, bytes) => {
  expect(decodeText(bytes)).toBe(text);
});
