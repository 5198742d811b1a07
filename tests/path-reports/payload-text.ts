const longest = 160;

/** The fields that identify a thing for a person. */
const names = ['id', 'name', 'label', 'text', 'title', 'email', 'kind', 'type'];

/**
 * The payload of an event as words: of its output, its error, or of all of it. A long one is shown by its name and by
 * its differences from the other samples of the same event.
 */
export function payloadText(
  part: 'output' | 'error' | null,
  event: { type: string },
  samples: readonly { type: string }[],
): string {
  if (part === 'error') return errorOf(carriedBy('error', event));
  const value = carriedBy(part, event);
  const others = samples.map((sample) => carriedBy(part, sample));
  if (part === 'output') return shortText(value, others);
  const [only, ...more] = Object.entries(value as object);
  // “Choose project: 8” and not “Choose project: project 8”.
  const isSaid =
    only !== undefined &&
    more.length === 0 &&
    event.type.toLowerCase().includes(only[0].toLowerCase());
  return isSaid
    ? shortText(
        only[1],
        others.map((other) => partOf(other, only[0])),
      )
    : shortText(value, others);
}

/** The input of a machine. */
export const inputText = (input: unknown, others: readonly unknown[]): string =>
  shortText(input, others);

function carriedBy(part: 'output' | 'error' | null, event: { type: string }): unknown {
  const { type: _, ...payload } = event as { type: string } & Record<string, unknown>;
  return part === null ? payload : payload[part];
}

function errorOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { kind, message } = (error ?? {}) as { kind?: string; message?: string };
  return [message, kind ? `[${kind}]` : ''].filter(Boolean).join(' ') || shortText(error, []);
}

function shortText(value: unknown, others: readonly unknown[]): string {
  const fullText = valueText(value);
  const text = fullText.length > longest ? `${valueText(brief(value, others))}, …` : fullText;
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text;
}

/** The fields that name a thing or distinguish it from the others; without either, the first few. */
function brief(value: unknown, others: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((one) => nameOf(one) ?? brief(one, []));
  if (!isGroup(value)) return value;
  const entries = Object.entries(value);
  const isOther = (key: string, part: unknown) =>
    others.some((other) => JSON.stringify(partOf(other, key)) !== JSON.stringify(part));
  const telling = entries.filter(([key, part]) => names.includes(key) || isOther(key, part));
  return Object.fromEntries(
    (telling.length > 0 ? telling : entries.slice(0, 3)).map(([key, part]) => [
      key,
      brief(
        part,
        others.map((other) => partOf(other, key)),
      ),
    ]),
  );
}

/** An item of a list is shown by its name only. */
const nameOf = (one: unknown): unknown =>
  isGroup(one) ? (one.name ?? one.label ?? one.title ?? one.email ?? one.id) : undefined;

const partOf = (value: unknown, key: string): unknown => (isGroup(value) ? value[key] : undefined);

function valueText(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inner).join(', ');
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (!isGroup(value)) return '';
  const parts = Object.entries(value).filter(([, part]) => !isReference(part));
  return parts.map(([key, part]) => `${plain(key)} ${inner(part)}`.trim()).join(', ');
}

function inner(value: unknown): string {
  if (!isGroup(value)) return valueText(value);
  const text = valueText(value);
  return text === '' ? 'none' : `(${text})`;
}

const isGroup = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Actors, functions and missing values are left out. */
const isReference = (value: unknown) =>
  value === undefined || typeof value === 'function' || (isGroup(value) && 'sessionId' in value);

/** A name in code as words: isCopied and expires_in_days. */
const plain = (key: string) =>
  key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();
