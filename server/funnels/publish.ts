import type pg from 'pg';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { requirePublishable } from './draft-checks.ts';
import { store } from './funnel-rows.ts';
import { addNote } from './note-rows.ts';
import { addVersion } from './version-rows.ts';

/** Publishes the draft, or answers the same funnel where that would change nothing. */
export async function publish(
  client: pg.PoolClient,
  funnel: Funnel,
  { by, now }: { by: number | null; now: Date },
): Promise<Funnel> {
  const definition = requirePublishable(funnel);
  if (!funnel.has_changes) return funnel;
  const version = (funnel.published?.version ?? 0) + 1;
  await addVersion(client, funnel.id, { version, definition, at: now, by });
  const text = `Version ${version} was published.`;
  await addNote(client, funnel.id, { at: now, text, auto: true, now });
  return store(client, funnel, funnel.status === 'draft' ? { status: 'active' } : {}, now);
}
