/** Texts that programs and networks write where they have no value. */
const noValues = new Set(
  'null undefined nan n/a (null) (undefined) (none) (not set) - -- – —'.split(/ (?!set)/),
);

const name = String.raw`[A-Za-z_][\w .:|-]*`;
/** A network may append a number to its macro, as in `{x}-1`. */
const ending = String.raw`(?:[-_.:]\d{1,6})?`;

const whole = [
  '\\{{1,2}[^{}]*\\}{1,2}',
  '\\$\\{[^{}]*\\}',
  `\\$${name}`,
  `\\[+(?:${name})?\\]+`,
  `<+/?(?:${name})?>+`,
  `#{1,2}${name}#{1,2}`,
  `%{1,2}${name}%{1,2}`,
  '__[A-Za-z][A-Za-z0-9_.:-]*__',
  `!{3}${name}!{3}`,
];
const unfilled = new RegExp(`^(?:${whole.join('|')})${ending}$`);
/** Braces around a name are a macro anywhere in an id. */
const within = /\{\s*[%!$]?[A-Za-z_][^{}"]*\}/;
/** A GUID in braces, as `{3F2504E0-4F89-…}`, is a value. */
const guid = /\{[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\}/gi;

/**
 * Whether an id is still the placeholder of a template, such as `{x}`, `[X]`, `%%X%%` or `__X__`, or a word for no
 * value. It would be equal in every report, and many sales would become one. The text may be URL-encoded once or twice.
 */
export function isUnfilled(text: string): boolean {
  let form = text;
  for (let encoded = 0; encoded < 3; encoded += 1) {
    const trimmed = form.trim();
    if (noValues.has(trimmed.toLowerCase())) return true;
    const values = trimmed.replace(guid, '0');
    if (unfilled.test(values) || within.test(values)) return true;
    if (!form.includes('%')) return false;
    form = decoded(form);
  }
  return false;
}

/** Sequences that are no UTF-8 stay as they are. */
const decoded = (text: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
