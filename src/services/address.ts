import { type Opening, openingSchema } from '#contract/opening.ts';

const keys = [
  'project',
  'affiliates',
  'range',
  'start',
  'end',
  'timezone',
  'compare',
  'browser',
  'unique',
];

/** Reads what the query of an address asks for; what makes no sense is as if it was not there. */
export function readAddress(search: string): Opening {
  const query = new URLSearchParams(search);
  const [start, end] = [query.get('start'), query.get('end')];
  return openingSchema.parse({
    project: query.get('project') ?? undefined,
    affiliates: query.get('affiliates')?.split(','),
    range: start && end && start <= end ? { start, end } : (query.get('range') ?? undefined),
    timezone: query.get('timezone') ?? undefined,
    comparison: query.get('compare') ?? undefined,
    browserConversions: flagIn(query.get('browser')),
    uniqueConversions: flagIn(query.get('unique')),
  });
}

/** The query that asks for the same again. Keys that are not ours stay as they are. */
export function writeAddress(search: string, opening: Opening): string {
  const query = new URLSearchParams(search);
  for (const key of keys) query.delete(key);
  const { project, affiliates, range, timezone, comparison, ...counting } = opening;
  const written = {
    project,
    affiliates: affiliates?.join(','),
    ...(typeof range === 'string' ? { range } : range),
    timezone,
    compare: comparison,
    browser: textOf(counting.browserConversions),
    unique: textOf(counting.uniqueConversions),
  };
  for (const [key, value] of Object.entries(written)) {
    if (value !== undefined) query.set(key, String(value));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const flagIn = (text: string | null): boolean | undefined =>
  text === '1' ? true : text === '0' ? false : undefined;

const textOf = (flag: boolean | undefined): string | undefined =>
  flag === undefined ? undefined : flag ? '1' : '0';
