import { describe, expect, it } from 'vitest';
import { cellSchema } from '#contract/analytics/report-query.ts';
import type { TableState } from '#contract/saved-views/table-state.ts';
import { longestText } from '#contract/text-length.ts';
import { createTableAddress, readTable, writeTable } from '#services/dashboard/table-address.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

const opening: TableState = {
  grouping: 'device',
  path: [
    { grouping: 'affsub', key: 'a,b:c', label: 'a,b:c' },
    { grouping: 'utm_source', key: null, label: '(none)' },
    { grouping: 'campaign_id', key: '', label: 'Unattributed' },
    { grouping: 'hour', key: '2026-11-01T01:00:00-04:00', label: '2026-11-01T01:00:00-04:00' },
  ],
  sort: 'clicks',
  order: 'asc',
  pageSize: 'all',
  isEarning: false,
  isSpentOpen: true,
  isEstimating: false,
  columns: ['roas', 'clicks'],
};

describe('the table in an address', () => {
  it('is read as it was written, beside the parameters of others', () => {
    const search = writeTable('?range=yesterday&path=country%3AUS', opening);
    expect(new URLSearchParams(search).get('range')).toBe('yesterday');
    expect(readTable(search)).toEqual(opening);
    expect(writeTable(search, {})).toBe('?range=yesterday');
  });

  it('opens the row of the longest key', () => {
    const key = 'x'.repeat(longestText);
    const path = [{ grouping: 'campaign_id' as const, key, label: key }];
    expect(readTable(writeTable('', { path }))).toEqual({ path });
    expect(cellSchema.parse(`utm_campaign:${key}`)).toEqual([{ grouping: 'utm_campaign', key }]);
  });

  it('ignores invalid parameters', () => {
    expect(
      readTable('?group=moon&path=moon:1&sort=taste&order=up&rows=11&earning=2&spent=2&columns='),
    ).toStrictEqual({});
    expect(readTable('?rows=25')).toEqual({ pageSize: 25 });
  });

  it("notifies the table at first and after a step back, but not of the table's own writes", () => {
    const { window, go, search } = fakeWindow('/dashboard?group=country&range=yesterday');
    const address = createTableAddress(
      window,
      (to) => go(to),
      (path) => path === '/dashboard',
    );
    const { received, stop } = recordedEvents(address.watch(() => ['clicks']));
    const told = () => received.map((event) => event.opening);
    expect(received).toEqual([
      { type: 'table.recalled', opening: { grouping: 'country' }, columns: ['clicks'] },
    ]);

    address.visit({ grouping: 'device' });
    expect(search()).toBe('?range=yesterday&group=device');
    go('/dashboard?range=today&group=device');
    expect(told()).toHaveLength(1);

    go('/dashboard?group=country');
    expect(told().at(-1)).toEqual({ grouping: 'country' });
    go('/login');
    expect(told()).toHaveLength(2);
    stop();
    go('/dashboard?group=date');
    expect(told()).toHaveLength(2);
  });

  it('adds the columns, unless the address names them or shows no table', () => {
    const { window, go, search } = fakeWindow('/dashboard?group=country&range=yesterday');
    const address = createTableAddress(
      window,
      (to) => go(to),
      (path) => path === '/dashboard',
    );
    const { received, stop } = recordedEvents(address.watch(() => undefined));
    address.complete({});
    expect(search()).toBe('?group=country&range=yesterday');
    address.complete({ columns: ['roas', 'clicks'] });
    expect(search()).toBe('?range=yesterday&group=country&columns=roas%2Cclicks');
    address.complete({ columns: ['cost'] });
    expect(readTable(search()).columns).toEqual(['roas', 'clicks']);
    expect(received).toHaveLength(1);
    go('/settings');
    address.complete({ columns: ['cost'] });
    expect(search()).toBe('');
    stop();
  });

  it('opens once more with a view, and with nothing else', () => {
    const { window, go, search } = fakeWindow('/dashboard?range=yesterday');
    const gone: string[] = [];
    const address = createTableAddress(
      window,
      (to) => {
        gone.push(to);
        go(to);
      },
      (path) => path === '/dashboard',
    );
    address.reopen({ grouping: 'country' });
    expect(search()).toBe('?range=yesterday&group=country');
    address.reopen({ grouping: 'country' });
    expect(gone).toHaveLength(1);
    go('/settings');
    address.reopen({ grouping: 'country' });
    expect(search()).toBe('');
  });
});
