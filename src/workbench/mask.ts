/** Replaces a secret. */
const masked = '•••';

/** Field names that suggest a secret. */
const secretName =
  /pass(word|code)|token|secret|authorization|cookie|(api|collect|access)_?key|e-?mail|phone|card|cvc|cvv|iban|account_number/i;

/** Values that are secret by their form: email addresses, card numbers, JSON web tokens. */
const secretText = [
  /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g,
  /\b\d(?:[ -]?\d){12,18}\b/g,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /\bBearer\s+\S+/gi,
];

/** The limits for lists, texts and depth. */
const mostItems = 20;
const longestText = 200;
const deepest = 6;

/** A copy of an event or context that may leave its tab: plain data without secrets, shortened. */
export function maskOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return maskText(value);
  if (value === null || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return maskList(value, depth);
  if (value instanceof Error) return `${value.name}: ${maskText(value.message)}`;
  if (value instanceof Date) return value.toJSON();
  if (typeof value === 'object') return maskFields(value, depth);
  return value === undefined ? undefined : `(${typeof value})`;
}

function maskText(text: string): string {
  const quiet = secretText.reduce((left, secret) => left.replace(secret, masked), text);
  return quiet.length > longestText ? `${quiet.slice(0, longestText)}…` : quiet;
}

function maskList(list: unknown[], depth: number): unknown {
  if (depth >= deepest) return `(list of ${list.length})`;
  const shown = list.slice(0, mostItems).map((item) => maskOf(item, depth + 1));
  return list.length > mostItems ? [...shown, `(${list.length - mostItems} more)`] : shown;
}

function maskFields(value: object, depth: number): unknown {
  if ('sessionId' in value && 'send' in value) return `(actor ${String(value.sessionId)})`;
  if (depth >= deepest) return '(object)';
  return Object.fromEntries(
    Object.entries(value).map(([name, held]) => [
      name,
      secretName.test(name) && holdsText(held) ? masked : maskOf(held, depth + 1),
    ]),
  );
}

/** Numbers and flags with such names are no secrets: `tokens: 3` and `hasPassword: true` stay. */
const holdsText = (held: unknown): boolean =>
  typeof held === 'string' ? held !== '' : typeof held === 'number' && held > 999_999;
