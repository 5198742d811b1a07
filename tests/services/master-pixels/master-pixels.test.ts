import { expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { MasterPixel } from '#contract/master-pixels/schemas.ts';
import type { PixelDraft } from '#machines/master-pixels/master-pixels.ts';
import type { Api } from '#services/kit/api.ts';
import { savePixel } from '#services/master-pixels/master-pixels.ts';
import { pixel } from '../../support/master-pixels.ts';
import { query } from '../../support/samples.ts';

const { name, event_name, domains, consent_mode } = pixel;
const draft: PixelDraft = { name, event_name, domains: [...domains], consent_mode };

async function save(entry: MasterPixel | null, changes: Partial<PixelDraft>) {
  const sent: unknown[] = [];
  const call = async (endpoint: string, { params, body }: { params?: unknown; body: unknown }) => {
    sent.push([endpoint, params, body]);
    return pixel;
  };
  const input = { scope: query, entry, draft: { ...draft, ...changes } };
  const api = { call } as unknown as Api;
  const saved = await toPromise(createActor(savePixel(api), { input }).start());
  expect(saved).toEqual({ entry: pixel });
  return sent;
}

it('creates a master pixel in the project on screen', async () => {
  expect(await save(null, { name: 'Store' })).toEqual([
    ['createMasterPixel', undefined, { project: query.project, ...draft, name: 'Store' }],
  ]);
});

it.each([
  [{ name: 'Store' }],
  [{ event_name: 'lead' }],
  [{ domains: ['store.example'] }],
  [{ consent_mode: 'required' as const }],
  [{}],
])('changes a master pixel in what the form changed alone: %j', async (changes) => {
  expect(await save(pixel, changes)).toEqual([['changeMasterPixel', { id: pixel.id }, changes]]);
});
