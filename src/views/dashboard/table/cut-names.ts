/** Shorter names are never divided. */
const short = 24;
/** The characters at the end of a name that stay in sight. */
const tail = 10;
/** The characters before a difference that stay in sight with it. */
const before = 3;

/** Where a name on its own is divided: shortly before its end; 0 for nowhere. */
export const cutOf = (name: string): number =>
  name.length <= short ? 0 : wholeAt(name, name.length - tail);

/**
 * Where the names of a list are divided: long names that begin alike are divided before the first character that tells
 * them apart, so that it stays in sight.
 */
export function cutsOf(names: readonly string[]): Map<string, number> {
  const sorted = [...new Set(names)].sort();
  return new Map(
    sorted.map((name, index) => {
      const [previous = '', next = ''] = [sorted[index - 1], sorted[index + 1]];
      const alike = Math.max(sharedLength(name, previous), sharedLength(name, next));
      const usual = cutOf(name);
      const isLate = usual > 0 && alike > short - tail && alike < name.length;
      return [name, isLate ? wholeAt(name, Math.min(usual, alike - before)) : usual];
    }),
  );
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** A place that divides no character of two code units. */
const wholeAt = (name: string, at: number): number => {
  const code = name.charCodeAt(at);
  return code >= 0xdc_00 && code <= 0xdf_ff ? at - 1 : at;
};
