import type { FastifyRequest } from 'fastify';
import { reasonOf } from '../../platform/failure.ts';
import { Refusal } from '../../platform/refusal.ts';
import { variantOf } from '../../split-clicks/assign.ts';
import type { Lead } from '../../split-clicks/lead-unit.ts';
import type { EventRow, TestPins } from '../../warehouse/rows.ts';
import type { Intake } from './intake.ts';
import { clickFields } from './query-fields.ts';
import type { BookedTest, FoundTest } from './test-book.ts';
import type { Unit } from './test-unit.ts';
import { patienceMs, within } from './within.ts';

const exposureName = 'experiment_exposure';

type Shown = { booked: BookedTest; lead: Lead; unit: Unit };

/**
 * Reports that a unit is led to its variant. A visitor is led on at once where the exposure takes its time to be kept,
 * and also if it cannot be kept: then the unit is not counted.
 */
export async function reportExposure(
  intake: Intake,
  { booked: { pixel, test }, lead: { variant, phase }, unit }: Shown,
  request: FastifyRequest,
): Promise<void> {
  if (phase === null || unit.clickId === null) return;
  const query = request.query as Readonly<Record<string, unknown>>;
  const event = {
    ...clickFields(query),
    event_name: exposureName,
    click_id: unit.clickId,
    ...(unit.visitorId === null ? {} : { visitor_id: unit.visitorId }),
    ...(query.test === '1' ? { test: true } : {}),
  };
  const pins = { test_id: test.id, test_variant: variant, test_phase: phase };
  const kept = intake.followed(pixel, { event, pins }, request).catch((error: unknown) => {
    if (error instanceof Refusal) return;
    request.log.error({ reason: reasonOf(error) }, 'an exposure could not be kept');
  });
  await within(patienceMs, kept, undefined);
}

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
