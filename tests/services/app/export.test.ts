import { afterEach, describe, expect, it, vi } from 'vitest';
import { createActor, toPromise } from 'xstate';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import type { ExportRequest } from '#model/export.ts';
import { saveExport } from '#services/app/export.ts';
import { copyLink } from '#services/app/share-link.ts';
import { createApi } from '#services/kit/api.ts';
import { logQuestion } from '../../support/conversions.ts';
import { request } from '../../support/plans/app/export.ts';
import { question } from '../../support/samples.ts';

const refused = vi.fn();
afterEach(() => void vi.restoreAllMocks());

function download(reply: () => Response) {
  const requests: Request[] = [];
  const api = createApi({
    baseUrl: 'http://clickledger.test',
    fetch: async (input, init) => {
      requests.push(new Request(input, init));
      return reply();
    },
    token: () => 'clu_1',
    onTokenRejected: refused,
    onContractBroken: () => {},
  });
  const saved: { name: string; href: string }[] = [];
  const link = {
    href: '',
    download: '',
    click: () => void saved.push({ name: link.download, href: link.href }),
  };
  URL.createObjectURL = () => 'blob:one';
  const window = { document: { createElement: () => link }, setTimeout: () => 0 };
  const save = (wanted: ExportRequest) =>
    toPromise(
      createActor(saveExport(api, window as never), { input: { request: wanted } }).start(),
    );
  return { requests, saved, save };
}

const file = () =>
  new Response('# Report: Totals\r\nrevenue\r\n1.00\r\n', {
    headers: { 'content-disposition': 'attachment; filename="acme-totals.csv"' },
  });

describe('an export', () => {
  it("is requested with the session and saved under the server's name", async () => {
    const { requests, saved, save } = download(file);
    expect(await save({ ...request, columns: ['revenue', 'clicks'] })).toEqual({
      name: 'acme-totals.csv',
      bytes: 33,
    });
    expect(saved).toEqual([{ name: 'acme-totals.csv', href: 'blob:one' }]);
    const [call] = requests;
    expect(call?.headers.get('authorization')).toBe('Token clu_1');
    const query = new URL(call?.url ?? '').searchParams;
    expect([query.get('report'), query.get('format'), query.getAll('columns[]')]).toEqual([
      'rc-data',
      'csv',
      ['revenue', 'clicks'],
    ]);
    expect(query.get('timezone')).toBe(question.timezone);
  });

  it('of all payments has no selection', async () => {
    const { requests, save } = download(file);
    await save({ ...request, report: 'all-rc-payment-data' });
    const query = new URL(requests[0]?.url ?? '').searchParams;
    expect([query.has('affiliate_id'), query.has('project_id')]).toEqual([false, false]);
  });

  it('of a reconciliation sends the file as it was compared', async () => {
    const { requests, save } = download(file);
    await save({
      title: 'Reconciliation',
      report: 'reconciliation',
      format: 'csv',
      question: {
        project: 7,
        timezone: 'UTC',
        file: new File(['id,value\no-1,5'], 'network.csv'),
        choice: {
          columns: { id: 'id' },
          matchBy: 'order_id',
          days: { start: '2026-11-01', end: '2026-11-20' },
          affiliates: 'all',
        },
      },
    });
    const [call] = requests;
    expect(new URL(call?.url ?? '').pathname).toBe('/api/v1/conversions/reconcile/export/');
    expect(await call?.json()).toEqual({
      project_id: 7,
      timezone: 'UTC',
      csv: 'id,value\no-1,5',
      columns: { id: 'id' },
      match_by: 'order_id',
      start_date: '2026-11-01',
      end_date: '2026-11-20',
      affiliates: 'all',
      format: 'csv',
    });
  });

  it('of the log has its filters, and of its summary the minimum revenue', async () => {
    const { requests, save } = download(file);
    const filter = { ...logQuestion.filter, pairedBy: 'fallback', least: '50' } as const;
    await save({ ...request, report: 'conversions', question: { ...logQuestion, filter } });
    await save({
      ...request,
      report: 'conversion-summary',
      question: { ...question, isEarning: true },
    });
    const [log, summary] = requests.map(({ url }) => new URL(url));
    expect([log?.pathname, log?.searchParams.get('format')]).toEqual([
      '/api/v1/conversions/export/',
      'csv',
    ]);
    expect(log?.searchParams.getAll('dedup_method[]')).toEqual(['fallback']);
    expect(log?.searchParams.get('min_revenue')).toBe('50');
    expect(log?.searchParams.has('model')).toBe(false);
    expect(summary?.searchParams.get('report')).toBe('conversion-summary');
    expect(summary?.searchParams.get('min_revenue')).toBe('0.01');
  });

  it('with semicolons says so', async () => {
    const { requests, save } = download(file);
    await save({ ...request, separator: 'semicolon' });
    await save({ ...request, format: 'xlsx' });
    expect(requests.map(({ url }) => new URL(url).searchParams.get('separator'))).toEqual([
      'semicolon',
      null,
    ]);
  });

  it('that the server refuses saves nothing and shows the reason', async () => {
    const { saved, save } = download(
      () => new Response('{"detail":"Choose a shorter period."}', { status: 400 }),
    );
    await expect(save(request)).rejects.toMatchObject({ message: 'Choose a shorter period.' });
    expect(saved).toEqual([]);
  });
});

function linkTo(
  opening: ViewState,
  writeText: (text: string) => Promise<void>,
  search = '',
  pathname = '/dashboard',
) {
  const window = {
    location: { origin: 'https://ledger.test', pathname, search },
    navigator: { clipboard: { writeText } },
  };
  return toPromise(createActor(copyLink(window as never), { input: { opening } }).start());
}
const pinned: ViewState = { project: 7, asOf: '2026-11-20T20:14:05Z', definitions: 3 };
const address =
  'https://ledger.test/dashboard?project=7&as_of=2026-11-20T20%3A14%3A05Z&definitions=3';

describe('a link', () => {
  it('is copied to the clipboard in full', async () => {
    const copied: string[] = [];
    const link = await linkTo(pinned, async (text) => void copied.push(text));
    expect([link, copied]).toEqual([{ address, isCopied: true }, [address]]);
  });

  it('contains the table as it is on screen', async () => {
    const link = await linkTo(pinned, async () => {}, '?project=9&group=device&sort=clicks');
    expect(link.address).toBe(`${address}&group=device&sort=clicks`);
  });

  it.each([
    ['/conversions', 'kind=refund&status=pending&sides=both&matched=fallback&attributed=0'],
    ['/conversions', 'differs=1&out=no_rate&least=12.50&find=ck+7'],
    ['/conversions/summary', 'earning=0'],
    ['/conversions/ledger', ''],
    ['/conversions/c_5521', 'status=approved'],
  ])('contains the state of the screen at %s?%s', async (path, own) => {
    const link = await linkTo(pinned, async () => {}, `?project=9&group=device&${own}`, path);
    const wanted = address.replace('/dashboard', path);
    expect(link.address).toBe(own === '' ? wanted : `${wanted}&${own}`);
  });

  it('is shown for copying where the browser denies the clipboard', async () => {
    const denied = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
    expect(await linkTo(pinned, denied)).toEqual({ address, isCopied: false });
  });

  it('is not made when it could not contain everything', async () => {
    const affiliates = Array.from({ length: 3_000 }, (_, index) => index * 2 + 1);
    await expect(linkTo({ project: 7, affiliates }, async () => {})).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});
