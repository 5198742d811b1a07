import { variantOf } from '../../split-clicks/assign.ts';
import type { EventRow, TestPins } from '../../warehouse/rows.ts';
import type { FoundTest } from './test-book.ts';

export const exposureName = 'experiment_exposure';

export type TestOf = (slug: string) => Promise<FoundTest | null>;

/**
 * The test that a page has shown a variant of; null where that does not count. What the page says must be what the unit
 * was assigned. An exposure of an earlier phase was made before the shares changed.
 */
export async function exposurePins(event: EventRow, testOf: TestOf): Promise<TestPins | null> {
  if (event.event_name !== exposureName || event.is_bot === 1) return null;
  const { test: slug, variant, phase } = Object(readParams(event.params));
  if (typeof slug !== 'string' || typeof variant !== 'string') return null;
  if (!Number.isInteger(phase) || phase < 1) return null;
  const { test } = (await testOf(slug))?.booked ?? {};
  if (!test || ![...test.places.keys()].some((key) => key === variant)) return null;
  const unit = test.unit === 'visitor' ? event.visitor_id : event.click_id;
  if (!unit || phase > (test.phase ?? phase)) return null;
  if (phase === test.phase && variantOf(unit, test.split) !== variant) return null;
  return { test_id: test.id, test_variant: variant, test_phase: phase };
}

function readParams(params: string): unknown {
  try {
    return JSON.parse(params);
  } catch {
    return null;
  }
}
