import type { Counting } from '#contract/funnels/definition.ts';
import type { DetectedFunnel } from '#contract/funnels/discovery.ts';
import { funnelCounts } from '../query/funnel-counts.ts';
import { countConversions, type Journey, readJourneys } from './journeys.ts';
import { boundedWindow, type EventReader, type Recorded } from './recorded-events.ts';
import { suggestFunnels } from './suggest-funnels.ts';

/** Reading this many events takes about a second. */
const mostEvents = 2_000_000;

/** Funnels that the events of a period suggest, with what they would have counted in it; most conversions first. */
export async function detectFunnels(
  reader: EventReader,
  { scope, window: whole }: Recorded,
  primary: string,
): Promise<DetectedFunnel[]> {
  const window = await boundedWindow(reader, { scope, window: whole }, mostEvents);
  const { countBy, journeys } = await countedJourneys(reader, { scope, window }, primary);
  const counted = await Promise.all(
    suggestFunnels(journeys, { primary, countBy }).map(async ({ name, definition }) => {
      const { id: project, affids } = scope;
      const { reached } = await funnelCounts(reader.select, {
        project,
        affids,
        primary,
        definition,
        window,
      });
      return { name, definition, people: reached[0] ?? 0, converted: reached.at(-1) ?? 0 };
    }),
  );
  return counted.toSorted((one, other) => other.converted - one.converted);
}

/** People are followed by our click id where most conversions have one and it leads back to earlier events. */
async function countedJourneys(
  reader: EventReader,
  recorded: Recorded,
  primary: string,
): Promise<{ countBy: Counting; journeys: Journey[] }> {
  const journeysBy = (countBy: Counting) => readJourneys(reader, recorded, { primary, countBy });
  const { all, withClick } = await countConversions(reader, recorded, primary);
  const byVisitor = await journeysBy('visitor');
  if (withClick * 2 > all) {
    const byClick = await journeysBy('click');
    if (followed(byClick) >= followed(byVisitor)) return { countBy: 'click', journeys: byClick };
  }
  return { countBy: 'visitor', journeys: byVisitor };
}

const followed = (journeys: readonly Journey[]): number =>
  journeys.filter(({ visits }) => visits.length > 0).length;
