import { describe, expect, it } from 'vitest';
import { type TestLine, testLineSchema } from '#contract/split-tests/schemas.ts';
import { on, sharedTests, type TestCompany } from './fixture.ts';

const tests = sharedTests();

async function lines({ list }: TestCompany, query = ''): Promise<TestLine[]> {
  const answer = await list(query);
  expect(answer.statusCode, answer.body).toBe(200);
  return testLineSchema.array().parse(answer.json());
}
const namesIn = (found: readonly TestLine[]) => found.map(({ name }) => name);
const other = (word: string) => ({
  variants: ['A', 'B'].map((key) => ({
    ...{ key, name: key, is_control: key === 'A', weight_bp: 5_000 },
    url: `https://pages.test/${word}/${key}`,
  })),
});

describe('the list of tests', () => {
  it('shows tabs, what is looked for, and what was learned, in pages', async () => {
    const company = await tests().company();
    const { created, started, done, send, snapshot, results } = company;
    await created({ name: 'Draft 100%' });
    await created({ name: 'Offers', hypothesis: 'A shorter form sells more.' });
    const paused = await started({ name: 'Paused', ...other('paused') });
    await done('POST', `${paused.id}/pause/`);
    const stopped = await started({ name: 'Stopped', ...other('stopped') });
    const running = await started({ name: 'Running', ...other('running') });
    await snapshot();
    await done('POST', `${stopped.id}/stop/`);
    const { snapshot_id } = await results(stopped);
    await done('POST', `${stopped.id}/decide/`, {
      body: {
        ...{ decision: 'inconclusive', snapshot_id, override: true },
        note: 'The green one got no clicks.',
      },
    });
    const all = await lines(company);
    expect(namesIn(all)).toEqual(['Running', 'Stopped', 'Paused', 'Offers', 'Draft 100%']);
    for (const [tab, names] of [
      ['running', ['Running', 'Paused']],
      ['drafts', ['Offers', 'Draft 100%']],
      ['finished', ['Stopped']],
      ['learnings', ['Stopped']],
    ] as const) {
      expect(namesIn(await lines(company, `&tab=${tab}`)), tab).toEqual(names);
    }
    for (const [search, names] of [
      ['SHORTER form', ['Offers']],
      ['green', ['Stopped']],
      ['100%', ['Draft 100%']],
      ['a_p', []],
      [running.slug, ['Running']],
    ] as const) {
      const found = await lines(company, `&search=${encodeURIComponent(search)}`);
      expect(namesIn(found), search).toEqual(names);
    }
    expect(namesIn(await lines(company, '&kind=offer'))).toEqual([]);
    expect(all[0]).toMatchObject({
      ...{ status: 'running', gate: { status: 'collecting' }, leader: null, decision: null },
      as_of: tests().clock.now().toISOString(),
    });

    const pages: string[][] = [];
    let cursor: unknown = '';
    while (cursor !== undefined) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`;
      const answer = await company.list(`&limit=2${query}`);
      pages.push(namesIn(answer.json()));
      cursor = answer.headers['x-next-cursor'];
    }
    expect(pages).toEqual([['Running', 'Stopped'], ['Paused', 'Offers'], ['Draft 100%']]);

    await send('DELETE', `${stopped.id}/`);
    expect(namesIn(await lines(company, '&tab=finished'))).toEqual([]);
    expect(await lines(company, '&tab=learnings')).toMatchObject([
      { ...{ name: 'Stopped', status: 'archived' }, decision: { decision: 'inconclusive' } },
    ]);
  });

  it('shows affiliates nothing, and readers everything but what they may not change', async () => {
    const company = await tests().company();
    const { created, list, send, member } = company;
    const draft = await created();
    const affiliate = await member('affiliate');
    const forbidden = { detail: 'Your role does not allow this.' };
    for (const answer of [
      await list('', affiliate),
      await send('GET', `${draft.id}/`, { as: affiliate }),
      await send('GET', `${draft.id}/results/`, { as: affiliate }),
      await send('POST', `${draft.id}/start/`, { as: affiliate }),
    ]) {
      expect([answer.statusCode, answer.json()]).toEqual([403, forbidden]);
    }
    const viewer = await member('viewer');
    expect((await list('', viewer)).json()).toHaveLength(1);
    expect((await send('POST', `${draft.id}/checks/`, { as: viewer })).statusCode).toBe(200);
    for (const [method, below, body] of [
      ['PATCH', '', { name: 'Mine' }],
      ['DELETE', '', {}],
      ['POST', 'start/', {}],
      ['POST', 'duplicate/', {}],
    ] as const) {
      const answer = await send(method, `${draft.id}/${below}`, { body, as: viewer });
      expect([answer.statusCode, answer.json()]).toEqual([403, forbidden]);
    }
    const stranger = (await tests().company()).owner;
    expect((await send('GET', `${draft.id}/`, { as: stranger })).statusCode).toBe(404);
  });
});

describe('a change', () => {
  const sentence = 'Someone else changed this meanwhile. Compare both and save again.';

  it.each([
    ['PATCH', '', { hypothesis: 'Mine' }],
    ['POST', 'start/', {}],
    ['DELETE', '', {}],
  ] as const)(
    'of a draft that is based on an older version is refused: %s %s',
    async (method, below, body) => {
      const { created, done, send } = await tests().company();
      const seen = await created();
      const current = await done('PATCH', `${seen.id}/`, { body: { hypothesis: 'Theirs' } });
      const refused = await send(method, `${seen.id}/${below}`, { body, ...on(seen.version) });
      expect([refused.statusCode, refused.json()]).toEqual([409, { detail: sentence, current }]);
      expect(await done('GET', `${seen.id}/`)).toEqual(current);
    },
  );

  it.each([
    ['weights/', { weights: { A: 4_000, B: 6_000 }, reason: 'More' }],
    ['pause/', {}],
    ['stop/', {}],
    ['decide/', { decision: 'inconclusive', snapshot_id: 'none' }],
    ['ship/', { variant: 'B' }],
  ])('of a running test that is based on an older version is refused: %s', async (below, body) => {
    const { started, done, send } = await tests().company();
    const seen = await started();
    const current = await done('PATCH', `${seen.id}/`, { body: { hypothesis: 'Theirs' } });
    const refused = await send('POST', `${seen.id}/${below}`, { body, ...on(seen.version) });
    expect([refused.statusCode, refused.json()]).toEqual([409, { detail: sentence, current }]);
    expect(await done('GET', `${seen.id}/`)).toEqual(current);
  });

  it('of an archived test is refused until it is restored', async () => {
    const { created, done, send } = await tests().company();
    const draft = await created();
    await send('DELETE', `${draft.id}/`);
    const current = await done('GET', `${draft.id}/`);
    expect(current.status).toBe('archived');
    for (const [method, below, body] of [
      ['PATCH', '', { hypothesis: 'Mine' }],
      ['POST', 'start/', { confirm: draft.name }],
      ['POST', 'stop/', {}],
    ] as const) {
      const refused = await send(method, `${draft.id}/${below}`, { body });
      expect([refused.statusCode, refused.json()]).toEqual([
        409,
        { detail: 'This test is archived. Restore it first.', current },
      ]);
    }
    expect(await done('POST', `${draft.id}/restore/`)).toMatchObject({ status: 'draft' });
  });

  it('that is sent twice with one key is made once', async () => {
    const company = await tests().company();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const body = { name: 'Once' };
    const [first, again] = [
      await company.create(body, { headers }),
      await company.create(body, { headers }),
    ];
    expect([first.statusCode, again.statusCode]).toEqual([201, 201]);
    expect(again.json()).toEqual(first.json());
    const mismatch = await company.create({ name: 'Twice' }, { headers });
    expect(mismatch.statusCode, mismatch.body).toBe(422);
    const key = { headers: { 'idempotency-key': crypto.randomUUID() } };
    const path = `${first.json().id}/duplicate/`;
    const [copy, same] = [
      await company.send('POST', path, key),
      await company.send('POST', path, key),
    ];
    expect(same.json()).toEqual(copy.json());
    expect(await lines(company)).toHaveLength(2);
  });

  it('of a status that it has already changes nothing', async () => {
    const { started, done, audited } = await tests().company();
    const running = await started();
    expect(await done('POST', `${running.id}/start/`)).toEqual(running);
    expect(await done('POST', `${running.id}/resume/`)).toEqual(running);
    const paused = await done('POST', `${running.id}/pause/`);
    expect(await done('POST', `${running.id}/pause/`)).toEqual(paused);
    const stopped = await done('POST', `${running.id}/stop/`);
    expect(await done('POST', `${running.id}/stop/`)).toEqual(stopped);
    expect((await audited()).map(({ action }) => action)).toEqual([
      ...['split-test.created', 'split-test.started', 'split-test.paused', 'split-test.stopped'],
    ]);
  });
});
