import type { z } from 'zod';
import type { newFunnelSchema } from '#contract/funnels/schemas.ts';
import { templates } from '#contract/funnels/templates.ts';
import type { FunnelDraft } from './funnel-rows.ts';

const week = 7 * 24 * 60;

/** The draft with which a funnel begins: what was entered, else the template's, else the defaults. */
export function draftOf(body: z.output<typeof newFunnelSchema>, slug: string): FunnelDraft {
  const begun = body.template && templates[body.template];
  return {
    name: body.name,
    slug,
    description: body.description ?? '',
    count_by: body.count_by ?? begun?.count_by ?? 'visitor',
    window_minutes: body.window_minutes ?? begun?.window_minutes ?? week,
    steps: body.steps ?? begun?.steps ?? [],
    exclusions: body.exclusions ?? [],
    targets: body.targets ?? { overall_rate: null, cpa: null },
  };
}
