import type { FastifyRequest } from 'fastify';
import { reasonOf } from '../../platform/failure.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Lead } from '../../split-clicks/lead-unit.ts';
import type { Intake } from './intake.ts';
import { clickFields } from './query-fields.ts';
import type { BookedTest } from './test-book.ts';
import type { Unit } from './test-unit.ts';
import { patienceMs, within } from './within.ts';

export const exposureName = 'experiment_exposure';

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
