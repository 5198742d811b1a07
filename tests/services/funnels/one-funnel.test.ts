import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { funnelDraftOf } from '#model/funnel-draft.ts';
import { saveFunnel } from '#services/funnels/funnel-editor.ts';
import {
  actOnFunnel,
  readFunnelReport,
  readOneFunnel,
  restoreFunnelNote,
} from '#services/funnels/funnel-overview.ts';
import { publishFunnel } from '#services/funnels/one-funnel.ts';
import { createApi } from '#services/kit/api.ts';
import { json } from '../../support/fetch.ts';
import { funnel, notes, report, scope } from '../../support/funnel-overview.ts';

/** 15:14 on 20 November 2026 in New York. */
const now = () => Date.parse('2026-11-20T20:14:00Z');
const visible = async () => {};

/** A server with one answer, and what it was asked. */
function server(answer: Response) {
  const asked: { call: string; ifMatch: string | null; body: string }[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const { pathname, search } = new URL(request.url);
      asked.push({
        call: `${request.method} ${pathname}${search}`,
        ifMatch: request.headers.get('If-Match'),
        body: await request.text(),
      });
      return answer.clone();
    },
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: () => {},
  });
  const run = (logic: AnyActorLogic, input: unknown) =>
    toPromise(createActor(logic, { input }).start());
  return { api, asked, run };
}

it('saves and publishes the version that was read', async () => {
  const { api, asked, run } = server(json(funnel));
  const draft = funnelDraftOf(funnel);
  expect(await run(saveFunnel(api), { scope, entity: funnel, draft })).toEqual(funnel);
  await run(publishFunnel(api), { funnel });
  expect(asked.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
    ['PATCH /api/v1/funnels/main-offer/?project_id=7', '"4"'],
    ['POST /api/v1/funnels/main-offer/publish/?project_id=7', '"4"'],
  ]);
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual(draft);
});

it('tells of a version that somebody else changed', async () => {
  const { api, run } = server(json({ detail: 'Someone else changed this.', current: funnel }, 409));
  const draft = funnelDraftOf(funnel);
  await expect(run(saveFunnel(api), { scope, entity: funnel, draft })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

it('reads an unknown funnel as none', async () => {
  const missing = server(json({ detail: 'There is no such funnel.' }, 404));
  expect(await missing.run(readOneFunnel(missing.api, visible), { scope })).toEqual({ rows: [] });
  const broken = server(json({ detail: 'No.' }, 403));
  await expect(broken.run(readOneFunnel(broken.api, visible), { scope })).rejects.toMatchObject({
    kind: 'forbidden',
  });
});

it('asks for the days of the time zone, and finds a report without people empty', async () => {
  const query = { ...scope, range: 'last_7_days', timezone: 'America/New_York', affiliates: [3] };
  const { api, asked, run } = server(json(report));
  expect(await run(readFunnelReport(api, visible, now), { query })).toMatchObject({
    data: report,
    emptyReason: null,
  });
  const [, search] = asked[0]?.call.split('?') ?? [];
  expect(Object.fromEntries(new URLSearchParams(search))).toEqual({
    project_id: '7',
    affiliate_id: '3',
    timezone: 'America/New_York',
    start: '2026-11-14',
    end: '2026-11-20',
  });
  const totals = { ...report.totals, entered: 0, excluded: 0 };
  const none = server(json({ ...report, totals }));
  expect(await none.run(readFunnelReport(none.api, visible, now), { query })).toMatchObject({
    emptyReason: 'quiet',
  });
});

it('acts on a funnel, and reads it again where its report comes or goes', async () => {
  const { api, asked, run } = server(json(funnel));
  const act = (action: object) => run(actOnFunnel(api), { scope, action: { funnel, ...action } });
  expect(await act({ kind: 'pause' })).toEqual({ entry: funnel, undo: { kind: 'resume', funnel } });
  expect(await act({ kind: 'resume' })).toEqual({ entry: funnel });
  expect(await act({ kind: 'default', isDefault: false })).toEqual({
    entry: funnel,
    affectsOthers: false,
    undo: { kind: 'default', funnel, isDefault: true },
  });
  expect(await act({ kind: 'restore' })).toEqual({});
  expect(asked.map(({ call, body }) => `${call} ${body}`)).toEqual([
    'POST /api/v1/funnels/main-offer/pause/?project_id=7 {}',
    'POST /api/v1/funnels/main-offer/resume/?project_id=7 {}',
    'POST /api/v1/funnels/main-offer/set-default/?project_id=7 {"is_default":false}',
    'POST /api/v1/funnels/main-offer/restore/?project_id=7 {}',
  ]);
  const archiving = server(json('archived'));
  const action = { kind: 'archive', funnel };
  expect(await archiving.run(actOnFunnel(archiving.api), { scope, action })).toEqual({
    undo: { kind: 'restore', funnel },
  });
  expect(archiving.asked.map(({ call }) => call)).toEqual([
    'DELETE /api/v1/funnels/main-offer/?project_id=7',
  ]);
});

it('writes a removed note again', async () => {
  const [note] = notes;
  const { api, asked, run } = server(
    json({ id: '3', at: note?.at, text: note?.text, auto: false }, 201),
  );
  expect(await run(restoreFunnelNote(api), { entry: note })).toEqual({});
  expect(asked[0]?.call).toBe('POST /api/v1/funnels/main-offer/annotations/?project_id=7');
  expect(JSON.parse(asked[0]?.body ?? '')).toEqual({ at: note?.at, text: note?.text });
});
