import { describe, expect, it } from 'vitest';
import { createActor, toPromise } from 'xstate';
import { emptyLogFilter } from '#contract/conversions/log-filter.ts';
import type { PostbackFilter } from '#model/postbacks.ts';
import { readLog, readSummary } from '#services/conversions/conversions.ts';
import { readPostbacks } from '#services/conversions/postbacks.ts';
import { createApi } from '#services/kit/api.ts';
import { firstPage, hours } from '../../support/conversions.ts';
import { postback } from '../../support/postbacks.ts';
import { meta, query, question } from '../../support/samples.ts';
import { searchAnswer } from '../../support/search.ts';

function served(body: unknown, headers: Record<string, string> = {}) {
  const requests: URL[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      requests.push(new URL(new Request(input, init).url));
      return Response.json(body, { headers });
    },
    token: () => 'clu_1',
    onTokenRejected: () => {},
    onContractBroken: (_, reason) => expect(reason).toBeUndefined(),
  });
  return { api, requests };
}

const historyOf = (hasEvents: boolean) => ({
  hasEvents: async () => hasEvents,
  learnFrom: () => {},
});
const seen = async () => {};

describe('the log of conversions', () => {
  it('is requested page by page, and counted once', async () => {
    const { api, requests } = served(firstPage.rows, {
      'x-next-cursor': 'n',
      'x-total-count': '2',
    });
    const read = (cursor: string | null) =>
      toPromise(
        createActor(readLog(api, historyOf(true), seen), {
          input: { query, filter: emptyLogFilter, cursor, isRefresh: false },
        }).start(),
      );
    expect(await read(null)).toMatchObject({ next: 'n', total: 2, emptyReason: null });
    await read('n');
    const params = requests.map(({ searchParams }) =>
      ['cursor', 'total'].map((key) => searchParams.get(key)),
    );
    expect(params).toEqual([
      [null, '1'],
      ['n', '0'],
    ]);
  });

  it('gives the reason why it is empty: its own filters, no event yet, or quiet days', async () => {
    const { api } = served([]);
    const lackOf = async (isKnown: boolean, filter = emptyLogFilter) => {
      const logic = readLog(api, historyOf(isKnown), seen);
      const input = {
        query: { ...query, affiliates: [] },
        filter,
        cursor: null,
        isRefresh: false,
      };
      return (await toPromise(createActor(logic, { input }).start())).emptyReason;
    };
    expect(await lackOf(true, { ...emptyLogFilter, status: 'pending' })).toBe('filtered');
    expect(await lackOf(false)).toBe('unconfigured');
    expect(await lackOf(true)).toBe('quiet');
  });

  it('looks for the text of an empty page on all days', async () => {
    const requests: URL[] = [];
    const api = createApi({
      baseUrl: 'http://clickledger.test',
      fetch: async (input, init) => {
        const url = new URL(new Request(input, init).url);
        requests.push(url);
        return Response.json(url.pathname === '/api/v1/search/' ? searchAnswer : []);
      },
      token: () => 'clu_1',
      onTokenRejected: () => {},
      onContractBroken: (_, reason) => expect(reason).toBeUndefined(),
    });
    const read = (search: string, cursor: string | null) => {
      const filter = { ...emptyLogFilter, search };
      const input = { query: { ...query, affiliates: [] }, filter, cursor, isRefresh: false };
      return toPromise(createActor(readLog(api, historyOf(true), seen), { input }).start());
    };
    expect((await read(' #409182 ', null)).elsewhere).toEqual(searchAnswer.conversions);
    const asked = requests.filter(({ pathname }) => pathname === '/api/v1/search/');
    expect(asked.map(({ search }) => search)).toEqual([
      `?affiliate_id=all&project_id=${query.project}&search=%23409182`,
    ]);
    expect((await read('4', null)).elsewhere).toEqual([]);
    expect((await read('409182', 'n')).elsewhere).toEqual([]);
  });

  it('is not refreshed before it is visible', async () => {
    const { api, requests } = served(firstPage.rows);
    let look = () => {};
    const shown = new Promise<void>((resolve) => {
      look = resolve;
    });
    const input = { query, filter: emptyLogFilter, cursor: null, isRefresh: true };
    const page = toPromise(
      createActor(
        readLog(api, historyOf(true), () => shown),
        { input },
      ).start(),
    );
    await Promise.resolve();
    expect(requests).toEqual([]);
    look();
    expect((await page).rows).toHaveLength(1);
  });
});

describe('the summary of conversions', () => {
  const { signal } = new AbortController();
  const wide = { ...question, affiliates: [] };

  it('leaves out rows without revenue by default', async () => {
    const { api, requests } = served({ data: hours, meta });
    const read = readSummary(api, historyOf(true));
    await read({ ...wide, isEarning: true }, signal);
    await read({ ...wide, isEarning: false }, signal);
    expect(requests.map(({ searchParams }) => searchParams.get('min_revenue'))).toEqual([
      '0.01',
      '0',
    ]);
  });

  it('has an empty reason only if its own filter is not the cause', async () => {
    const { api } = served({ data: [], meta });
    const lackOf = async (hasEvents: boolean, isEarning: boolean) =>
      (await readSummary(api, historyOf(hasEvents))({ ...wide, isEarning }, signal)).emptyReason;
    expect(await lackOf(true, true)).toBe(null);
    expect(await lackOf(false, true)).toBe('unconfigured');
    expect(await lackOf(true, false)).toBe('quiet');
  });
});

describe('postbacks', () => {
  it('are requested by project, days and filters', async () => {
    const { api, requests } = served([postback], { 'x-next-cursor': '1.60' });
    const { project, period, timezone } = query;
    const read = (filter: PostbackFilter, cursor: string | null) =>
      toPromise(
        createActor(readPostbacks(api), {
          input: { query, filter, cursor, isRefresh: false },
        }).start(),
      );
    expect(await read({ result: null, search: ' ' }, null)).toEqual({
      rows: [postback],
      next: '1.60',
    });
    await read({ result: 'unknown_click', search: 'ck_7' }, '1.60');
    const days = {
      project_id: String(project),
      timezone,
      start_date: period.start,
      end_date: period.end,
    };
    expect(requests.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      days,
      { ...days, result: 'unknown_click', search: 'ck_7', cursor: '1.60' },
    ]);
  });
});
