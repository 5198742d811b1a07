import { expect, it } from 'vitest';
import { type AnyActorLogic, createActor, toPromise } from 'xstate';
import { createApi } from '#services/kit/api.ts';
import { actOnOffer, changeStatus } from '#services/offers/offer-detail.ts';
import { undoAccess } from '#services/offers/offer-detail-affiliates.ts';
import { json } from '../../support/fetch.ts';
import { offer } from '../../support/offer-detail.ts';

/** A server with these answers in turn, and what it was asked. */
function server(...answers: Response[]) {
  const asked: { call: string; ifMatch: string | null; to?: string }[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      asked.push({
        call: `${request.method} ${new URL(request.url).pathname}`,
        ifMatch: request.headers.get('If-Match'),
        ...JSON.parse(await request.text()),
      });
      return answers.shift() ?? json(offer);
    },
    token: () => 'clu_first',
    onTokenRejected: () => {},
    onContractBroken: () => {},
  });
  const run = (logic: AnyActorLogic, input: unknown) =>
    toPromise(createActor(logic, { input }).start());
  return { api, asked, run };
}

const read = { id: offer.id, name: offer.name, version: 4 };
const change = { to: 'paused', reason: '', withoutTest: false };

it('changes the status and the destination of the version that was read', async () => {
  const { api, asked, run } = server();
  await run(changeStatus(api), { offer: read, change });
  await run(actOnOffer(api), { action: { kind: 'restoreDestination', offer: read } });
  expect(asked.map(({ call, ifMatch }) => [call, ifMatch])).toEqual([
    [`POST /api/v1/offers/${offer.id}/status/`, '"4"'],
    [`POST /api/v1/offers/${offer.id}/restore-destination/`, '"4"'],
  ]);
});

it('restores an offer that was never active as a pending one of that version', async () => {
  const { api, asked, run } = server(json({ to: ['Only an active offer can be paused.'] }, 400));
  await run(changeStatus(api), { offer: read, change: { ...change, to: 'pending' } });
  expect(asked.map(({ to, ifMatch }) => [to, ifMatch])).toEqual([
    ['paused', '"4"'],
    ['pending', '"4"'],
  ]);
});

it('tells of a version that another person changed', async () => {
  const { api, run } = server(json({ detail: 'Someone else changed this.', current: offer }, 409));
  await expect(run(changeStatus(api), { offer: read, change })).rejects.toMatchObject({
    kind: 'conflict',
  });
});

it('takes a decision about access back by the versions that it replaced', async () => {
  const { api, run, asked } = server(json([]));
  const affiliates = [
    { id: 4, version: 2 },
    { id: 5, version: null },
  ];
  const scope = { project: 7, id: offer.id };
  expect(await run(undoAccess(api), { scope, action: { kind: 'undo', affiliates } })).toEqual({});
  expect(asked[0]).toMatchObject({
    call: `POST /api/v1/offers/${offer.id}/access/undo/`,
    decisions: [
      { affiliate: 4, version: 2 },
      { affiliate: 5, version: 0 },
    ],
  });
});
