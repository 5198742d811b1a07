const longest = 160;

/** What came with an event, as words: of its part, or of all of it but its type. */
export function payloadOf(part: 'output' | 'error' | null, event: { type: string }): string {
  const { type, ...rest } = event as { type: string } & Record<string, unknown>;
  if (part === 'error') return errorOf(rest.error);
  if (part === 'output') return cut(written(rest.output));
  const entries = Object.entries(rest);
  const [only] = entries;
  // “Choose project: 8” and not “Choose project: project 8”.
  const isSaid = only !== undefined && type.toLowerCase().includes(only[0].toLowerCase());
  return cut(entries.length === 1 && isSaid ? written(only[1]) : written(rest));
}

/** What a machine starts from. */
export const inputOf = (input: unknown): string => cut(written(input));

function errorOf(error: unknown): string {
  if (error instanceof Error) return error.message;
  const { kind, message } = (error ?? {}) as { kind?: string; message?: string };
  return [message, kind ? `[${kind}]` : ''].filter(Boolean).join(' ') || cut(written(error));
}

function written(value: unknown): string {
  if (value === null) return 'none';
  if (typeof value === 'string') return `“${value}”`;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(inner).join(', ');
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value !== 'object') return '';
  return Object.entries(value)
    .filter(([, part]) => !isReference(part))
    .map(([key, part]) => `${plain(key)} ${inner(part)}`.trim())
    .join(', ');
}

const inner = (value: unknown): string => {
  const isGroup = typeof value === 'object' && value !== null && !Array.isArray(value);
  return isGroup ? `(${written(value)})` : written(value);
};

/** A name in code as words: isCopied and expires_in_days. */
const plain = (key: string) =>
  key
    .replaceAll('_', ' ')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Actors, functions and what is missing say nothing to a person. */
const isReference = (value: unknown) =>
  value === undefined ||
  typeof value === 'function' ||
  (typeof value === 'object' && value !== null && 'sessionId' in value);

const cut = (text: string) => (text.length > longest ? `${text.slice(0, longest - 1)}…` : text);
