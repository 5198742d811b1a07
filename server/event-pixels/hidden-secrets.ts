import { masked, type Secrets } from './vault.ts';

/** Shorter secrets would match parts of ordinary words. */
const SHORTEST_HIDDEN = 4;
/** How many escapes may be nested, such as JSON within JSON within HTML. */
const DEEPEST = 6;

/**
 * Replaces secrets by masks, however URLs, JSON, scripts or HTML escape their characters: secrets and text are compared
 * unescaped. Both are untrusted, so the running time grows only in proportion to their lengths.
 */
export function hiding(secrets: Secrets): (text: string) => string {
  const hidden = Object.values(secrets)
    .flatMap((secret) => [secret, ...secret.split(' ')])
    .filter((secret) => secret.length >= SHORTEST_HIDDEN)
    .sort((a, b) => b.length - a.length)
    .map((secret) => ({ secret, plain: read(secret).text, mask: masked(secret) }));
  const long = hidden.filter(({ plain }) => plain.length >= SHORTEST_HIDDEN);
  const bare = hidden.filter(({ plain }) => plain.length < SHORTEST_HIDDEN);
  // A bare one may be a part of a long one, which is hidden whole.
  return (text) =>
    bare.reduce(
      (rest, { secret, mask }) => rest.replaceAll(secret, mask),
      long.length > 0 ? withMasks(text, long) : text,
    );
}

function withMasks(text: string, hidden: readonly { plain: string; mask: string }[]): string {
  const reading = read(text);
  const masks = new Map<number, { to: number; mask: string }>();
  const taken = new Uint8Array(text.length);
  for (const { plain, mask } of hidden) {
    let at = reading.text.indexOf(plain);
    while (at >= 0) {
      const from = reading.places[at] ?? 0;
      const to = reading.places[at + plain.length] ?? text.length;
      // Longer secrets come first, and hide the shorter ones within them.
      if (!taken.subarray(from, to).includes(1)) {
        masks.set(from, { to, mask });
        taken.fill(1, from, to);
      }
      at = reading.text.indexOf(plain, at + plain.length);
    }
  }
  const parts: string[] = [];
  let end = 0;
  for (const [from, { to, mask }] of [...masks].sort(([a], [b]) => a - b)) {
    parts.push(text.slice(end, from), mask);
    end = to;
  }
  return parts.join('') + text.slice(end);
}

/** An unescaped text, with the positions of its characters and of its end in the original. */
type Reading = { text: string; places: number[] };

function read(text: string): Reading {
  let reading: Reading = { text, places: Array.from({ length: text.length + 1 }, (_, at) => at) };
  for (let depth = 0; depth < DEEPEST; depth += 1) reading = replaced(reading, form, signOf);
  return replaced(reading, /[+ ]+/g, () => ' ');
}

/** Escapes of JSON and scripts, of URLs and of HTML. A backslash before any other character is dropped. */
const form =
  /\\+(?:u00([0-9a-f]{2})|x([0-9a-f]{2}))|\\+|%([0-9a-f]{2})|&(?:#x0{0,4}([0-9a-f]{2})|#0{0,4}(\d{2,3})|(amp|apos|gt|lt|quot));/gi;

const names = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['quot', '"'],
]);

/** The character that an escape stands for; null where it is not printable ASCII, as all characters of secrets are. */
function signOf([written, script, short, address, hex, decimal, name]: RegExpMatchArray) {
  if (written.startsWith('\\') && !script && !short) return '';
  if (name) return names.get(name.toLowerCase()) ?? null;
  const digits = script ?? short ?? address ?? hex;
  const code = digits ? Number.parseInt(digits, 16) : Number(decimal);
  return code >= 0x20 && code <= 0x7e ? String.fromCharCode(code) : null;
}

function replaced(
  { text, places }: Reading,
  pattern: RegExp,
  signFor: (match: RegExpMatchArray) => string | null,
): Reading {
  const parts: string[] = [];
  const kept: number[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const sign = signFor(match);
    if (sign === null) continue;
    parts.push(text.slice(end, match.index), sign);
    for (let at = end; at < match.index; at += 1) kept.push(places[at] ?? 0);
    if (sign !== '') kept.push(places[match.index] ?? 0);
    end = match.index + match[0].length;
  }
  parts.push(text.slice(end));
  for (let at = end; at < places.length; at += 1) kept.push(places[at] ?? 0);
  return { text: parts.join(''), places: kept };
}
