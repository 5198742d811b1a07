import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import { type EventFilter, longestRegex, type Matcher } from '#contract/funnels/definition.ts';
import { Refusal } from '../platform/refusal.ts';
import { readWithRetry } from '../warehouse/read-with-retry.ts';

/** Whether the warehouse refused a regular expression. */
export const isRegexFault = (error: unknown): error is ClickHouseError =>
  error instanceof ClickHouseError && error.code === '427';

/** Why the warehouse cannot use a regular expression; null if it can. */
export async function regexFault(reader: ClickHouseClient, text: string): Promise<string | null> {
  if (text.length > longestRegex) return `Use at most ${longestRegex} characters.`;
  return readWithRetry(async () => {
    try {
      const query = "SELECT match('', {expression:String})";
      const answer = await reader.query({ query, query_params: { expression: text } });
      await answer.text();
      return null;
    } catch (error) {
      if (!isRegexFault(error)) throw error;
      const [, reason] = /error: (.+?)(?:\. Look at |\. \(|$)/s.exec(error.message) ?? [];
      return reason
        ? `This regular expression cannot be read: ${reason}. Write it as RE2 does.`
        : 'This regular expression cannot be read. Write it as RE2 does.';
    }
  });
}

type Place = { field: string; text: string };
type Steps = {
  steps?: readonly { matcher: Matcher }[] | undefined;
  exclusions?: readonly { matcher: Matcher }[] | undefined;
};
type Texts = Steps & {
  matcher?: Matcher | undefined;
  filters?: readonly EventFilter[] | undefined;
  definition?: Steps;
  against?: Steps | null;
};

/** Refuses what holds a regular expression that the warehouse cannot use, and names its field. */
export async function requireRegexes(reader: ClickHouseClient, input: Texts): Promise<void> {
  const faults: Record<string, string[]> = {};
  const known = new Map<string, Promise<string | null>>();
  for (const { field, text } of regexesIn(input)) {
    const checked = known.get(text) ?? regexFault(reader, text);
    known.set(text, checked);
    const fault = await checked;
    if (fault !== null) faults[field] = [fault];
  }
  if (Object.keys(faults).length > 0) throw new Refusal(400, faults);
}

const regexesIn = ({ matcher, filters = [], definition, against, ...own }: Texts): Place[] => [
  ...regexesOfSteps(own, ''),
  ...(matcher ? regexesOf(matcher, '') : []),
  ...regexesAmong(filters, ''),
  ...(definition ? regexesOfSteps(definition, 'definition.') : []),
  ...(against ? regexesOfSteps(against, 'against.') : []),
];

const regexesOfSteps = ({ steps = [], exclusions = [] }: Steps, before: string): Place[] => [
  ...steps.flatMap((step, index) => regexesOf(step.matcher, `${before}steps.${index}.`)),
  ...exclusions.flatMap((one, index) => regexesOf(one.matcher, `${before}exclusions.${index}.`)),
];

const regexesOf = ({ any }: Matcher, before: string): Place[] =>
  any.flatMap(({ filters }, index) => regexesAmong(filters, `${before}matcher.any.${index}.`));

const regexesAmong = (filters: readonly EventFilter[], before: string): Place[] =>
  filters.flatMap((filter, place) =>
    filter.operator === 'regex'
      ? [{ field: `${before}filters.${place}.value`, text: filter.value }]
      : [],
  );
