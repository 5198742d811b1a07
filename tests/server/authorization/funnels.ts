import type pg from 'pg';
import type { Definition } from '#contract/funnels/definition.ts';
import type { Funnel } from '#contract/funnels/schemas.ts';
import { inTransaction } from '#server/database/orm.ts';
import { type FunnelDraft, insertFunnel, store } from '#server/funnels/funnel-rows.ts';
import { addNote } from '#server/funnels/note-rows.ts';
import { publish } from '#server/funnels/publish.ts';

const step = (slug: string, event: string): Definition['steps'][number] => ({
  slug,
  name: slug,
  kind: 'custom',
  matcher: { any: [{ event, filters: [] }] },
  optional: false,
  window_minutes: null,
  page_url: null,
  expected_rate: null,
});

/**
 * Published funnels of a company, by their slugs: `kept` is the default one and is not edited, `edited` is paused, and
 * `doomed` may be archived. The step `doomed` may be removed, and so may the note.
 */
export async function seedFunnels(
  pool: pg.Pool,
  { projectId, canary, now }: { projectId: number; canary: string; now: Date },
): Promise<{ doomedFunnelNoteId: string }> {
  return inTransaction(pool, async (client) => {
    const seed = async (slug: string, columns: Parameters<typeof store>[2]): Promise<Funnel> => {
      const draft: FunnelDraft = {
        slug,
        name: `${canary} ${slug}`,
        description: canary,
        count_by: 'visitor',
        window_minutes: 60,
        steps: [step('landing', 'page_view'), step('doomed', 'lead'), step('order', 'purchase')],
        exclusions: [],
        targets: { overall_rate: null, cpa: null },
      };
      const funnel = await insertFunnel(client, projectId, draft, now);
      return store(client, await publish(client, funnel, { by: null, now }), columns, now);
    };
    await seed('kept', { isDefault: true });
    await seed('doomed', {});
    const edited = await seed('edited', { status: 'paused' });
    const note = { at: now, text: canary, auto: false, now };
    return { doomedFunnelNoteId: (await addNote(client, edited.id, note)).id };
  });
}
