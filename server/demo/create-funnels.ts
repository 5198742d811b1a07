import type pg from 'pg';
import { newFunnelSchema } from '#contract/funnels/schemas.ts';
import { findFunnel, insertFunnel, store } from '../funnels/funnel-rows.ts';
import { draftOf } from '../funnels/new-draft.ts';
import { addNote } from '../funnels/note-rows.ts';
import { publish } from '../funnels/publish.ts';
import type { DemoProject } from './company.ts';
import { funnelPlans } from './funnel-plans.ts';

const DAY = 86_400_000;
const publishedDaysAgo = 29;

type Setting = { id: number; project: DemoProject; owner: number; startedAt: Date };

/** Creates and publishes the missing funnels of a shop whose campaigns lead to pages of their own. */
export async function createFunnels(
  client: pg.PoolClient,
  { id, project, owner, startedAt }: Setting,
): Promise<void> {
  if (!project.hasLandingPages) return;
  const before = (days: number) => new Date(startedAt.getTime() - days * DAY);
  for (const [place, { funnel, isDefault, notes }] of funnelPlans.entries()) {
    if (await findFunnel(client, { project: id, slug: funnel.slug, now: startedAt })) continue;
    // Lists order funnels by the time that their ids hold.
    const now = new Date(before(publishedDaysAgo).getTime() + place);
    const draft = draftOf(newFunnelSchema.parse({ project: id, ...funnel }), funnel.slug);
    const made = await insertFunnel(client, id, draft, now);
    const published = await publish(client, made, { by: owner, now });
    if (isDefault) await store(client, published, { isDefault }, now);
    for (const [days, text] of notes) {
      await addNote(client, made.id, { at: before(days), text, auto: false, now: before(days) });
    }
  }
}
