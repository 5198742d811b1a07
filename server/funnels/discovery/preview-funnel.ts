import { shareOf } from '#contract/analytics/ratios.ts';
import type { Definition } from '#contract/funnels/definition.ts';
import type { FunnelPreviewAnswer } from '#contract/funnels/discovery.ts';
import type { ProjectScope } from '../../access/scope.ts';
import { type FunnelCounts, funnelCounts } from '../query/funnel-counts.ts';
import { sampleShare } from '../query/funnel-question.ts';
import { previewWarnings } from './preview-warnings.ts';
import { type EventReader, lastDays } from './recorded-events.ts';
import { countCandidates, countStepEvents, readLatestEvents } from './step-events.ts';

type Asked = {
  scope: ProjectScope;
  primary: string;
  definition: Definition;
  against: Definition | null;
  days: number;
  now: Date;
};

/** More events take longer than two seconds to count, so that a tenth of the people is read. */
const mostEvents = 3_000_000;

/** What a draft would have counted in the last days. */
export async function previewFunnel(
  reader: EventReader,
  { scope, primary, definition, against, days, now }: Asked,
  most = mostEvents,
): Promise<FunnelPreviewAnswer> {
  const { steps, count_by: countBy } = definition;
  const window = lastDays(now, days);
  if (steps.length === 0) return { ...nothing, days };
  const read = [definition, ...(against ? [against] : [])];
  const matchers = read.flatMap((one) => [...one.steps, ...one.exclusions]);
  const candidates = await countCandidates(reader, { scope, window }, matchers);
  const isSample = candidates > most;
  const times = isSample ? sampleShare : 1;
  const countsOf = (one: Definition) => {
    const { id: project, affids } = scope;
    const question = { project, affids, primary, definition: one, window, isSample };
    return funnelCounts(reader.select, question);
  };
  const [counts, before, events, samples] = await Promise.all([
    countsOf(definition),
    against && against.steps.length > 0 ? countsOf(against) : null,
    countStepEvents(reader, { scope, window, steps, countBy, isSample }),
    readLatestEvents(reader, { scope, countBy, steps, now }),
  ]);
  return {
    sampled: isSample,
    days,
    steps: steps.map(({ slug }, index) => {
      const sample = samples[index] ?? [];
      return {
        slug,
        events: events[index]?.events ?? 0,
        people: events[index]?.people ?? 0,
        reached: (counts.reached[index] ?? 0) * times,
        last_seen_at: sample[0]?.at ?? null,
        sample,
      };
    }),
    excluded: counts.excluded * times,
    rate: rateOf(definition, counts),
    rate_before: against && before ? rateOf(against, before) : null,
    warnings: previewWarnings({ steps, events: events.map((one) => one.events), days }),
  };
}

const nothing = {
  sampled: false,
  steps: [],
  excluded: 0,
  rate: null,
  rate_before: null,
  warnings: [],
};

/** The share of the people of the first required step who reached the last one. */
function rateOf({ steps }: Definition, { reached }: FunnelCounts): number | null {
  const required = reached.filter((_, index) => !steps[index]?.optional);
  return required.length < 2 ? null : shareOf(required.at(-1) ?? 0, required[0] ?? 0);
}
