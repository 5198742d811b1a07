import { masked, type Secrets } from './vault.ts';

/** Shorter secrets would match parts of ordinary words. */
const SHORTEST_HIDDEN = 4;

/** Replaces secrets by masks, in every form in which addresses, JSON, scripts and pages write their signs. */
export function hiding(secrets: Secrets): (text: string) => string {
  const hidden = Object.values(secrets)
    .flatMap((secret) => [secret, ...secret.split(' ')])
    .filter((secret) => secret.length >= SHORTEST_HIDDEN)
    .sort((a, b) => b.length - a.length)
    .map((secret) => ({ pattern: patternOf(secret), mask: masked(secret) }));
  return (text) =>
    hidden.reduce((rest, { pattern, mask }) => rest.replace(pattern, () => mask), text);
}

/** Letters and digits are written as they are. An answer is shown with one space in place of several. */
const patternOf = (secret: string): RegExp =>
  new RegExp(
    secret.replace(/ +|[^ A-Za-z0-9]/gu, ([sign = '']) => {
      const forms = `(?:${formsOf(sign).join('|')})`;
      return sign === ' ' ? `${forms}+` : forms;
    }),
    'gu',
  );

const names = new Map([
  ['"', 'quot'],
  ['&', 'amp'],
  ["'", 'apos'],
  ['<', 'lt'],
  ['>', 'gt'],
]);

/** Patterns for one sign. What is encoded within something encoded repeats the encoding's own sign. */
function formsOf(sign: string): string[] {
  const code = sign.codePointAt(0) ?? 0;
  const inAddress = [...Buffer.from(sign)].map((byte) => `%(?:25){0,3}${hexOf(byte)}`).join('');
  const entity = [`#0{0,4}${code}`, `#[xX]0{0,4}${hexOf(code)}`, names.get(sign) ?? []].flat();
  return [
    String.raw`\\{0,4}\u{${code.toString(16)}}`,
    inAddress,
    String.raw`\\{1,4}(?:x|u0{0,2})${hexOf(code)}`,
    `&(?:amp;){0,2}(?:${entity.join('|')});`,
    ...(sign === ' ' ? [String.raw`\+`] : []),
  ];
}

/** A hexadecimal number with small or capital letters. */
const hexOf = (code: number): string =>
  code
    .toString(16)
    .padStart(2, '0')
    .replace(/[a-f]/g, (letter) => `[${letter}${letter.toUpperCase()}]`);
