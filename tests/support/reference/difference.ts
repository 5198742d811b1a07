/** Every place where an answer and the expected one differ, in words. Unexpected fields are allowed. */
export function differences(found: unknown, expected: unknown, place = ''): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(found)) return [`${place}: ${show(found)} is no list`];
    const lengths =
      found.length === expected.length
        ? []
        : [`${place}: ${found.length} rows instead of ${expected.length}`];
    return [
      ...lengths,
      ...expected.flatMap((one, index) => differences(found[index], one, `${place}[${index}]`)),
    ];
  }
  if (isRecord(expected)) {
    if (!isRecord(found)) return [`${place}: ${show(found)} instead of ${show(expected)}`];
    return Object.entries(expected).flatMap(([name, value]) =>
      differences(found[name], value, `${place}.${name}`),
    );
  }
  return Object.is(found, expected) || (found === 0 && expected === 0)
    ? []
    : [`${place}: ${show(found)} instead of ${show(expected)}`];
}

/** Compares two lists without order, by the fields that name their rows; rows without any figure count as absent. */
export function unorderedDifferences(
  found: unknown,
  expected: readonly unknown[],
  names: readonly string[],
  place = '',
): string[] {
  if (!Array.isArray(found)) return [`${place}: ${show(found)} is no list`];
  const keyOf = (row: unknown) =>
    JSON.stringify(names.map((name) => (isRecord(row) ? row[name] : null)));
  const sorted = (rows: readonly unknown[]) =>
    rows
      .filter((row) => hasFigures(row))
      .map((row) => ({ key: keyOf(row), row }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  const [one, two] = [sorted(found), sorted(expected)];
  const missing = two.filter(({ key }) => !one.some((other) => other.key === key));
  const extra = one.filter(({ key }) => !two.some((other) => other.key === key));
  if (missing.length + extra.length > 0) {
    return [
      ...missing.map(({ key, row }) => `${place}${key} is missing: ${show(row)}`),
      ...extra.map(({ key, row }) => `${place}${key} is too much: ${show(row)}`),
    ];
  }
  return differences(
    one.map(({ row }) => row),
    two.map(({ row }) => row),
    `${place}${two
      .map(({ key }) => key)
      .join(' ')
      .slice(0, 200)}`,
  );
}

/** Whether any number in an answer is not zero; the compared period does not count. */
export function hasFigures(value: unknown): boolean {
  if (typeof value === 'number') return value !== 0;
  if (Array.isArray(value)) return value.some(hasFigures);
  return (
    isRecord(value) &&
    Object.entries(value).some(([name, one]) => name !== 'previous' && hasFigures(one))
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const show = (value: unknown): string => JSON.stringify(value)?.slice(0, 300) ?? 'nothing';
