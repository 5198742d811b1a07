import { describe, expect, it } from 'vitest';
import { emptyLogFilter, type LogFilter } from '#contract/conversions/log-filter.ts';
import { createLogAddress } from '#services/conversions/log-address.ts';
import { recordedEvents } from '../../support/recorded-events.ts';
import { fakeWindow } from '../../support/window.ts';

const narrow: LogFilter = {
  record: 'refund',
  status: 'pending',
  pairing: 'both',
  pairedBy: 'fallback',
  attributed: false,
  mismatch: true,
  excluded: 'no_rate',
  least: '12.50',
  search: 'ck 7',
};

function watched(at: string) {
  const { window, go, search } = fakeWindow(at);
  const address = createLogAddress(window, (to) => go(to));
  const { received } = recordedEvents(address.watch);
  return { address, go, search, addressStates: () => received.map((event) => event.state) };
}

describe('the conversions in an address', () => {
  it('keep every filter, beside the parameters of others', () => {
    const { address, search, addressStates } = watched('/conversions?range=yesterday');
    expect(addressStates()).toEqual([
      { view: 'log', filter: emptyLogFilter, isEarning: true, id: null },
    ]);
    address.rewrite({ filter: narrow });
    expect(new URLSearchParams(search()).get('range')).toBe('yesterday');
    expect(addressStates()).toHaveLength(1);
    expect(watched(`/conversions${search()}`).addressStates()[0]?.filter).toEqual(narrow);
    address.rewrite({ filter: emptyLogFilter });
    expect(search()).toBe('?range=yesterday');
  });

  it('ignore invalid parameters', () => {
    const { addressStates } = watched(
      '/conversions?status=gone&sides=three&attributed=2&out=me&earning=9',
    );
    expect(addressStates()).toEqual([
      { view: 'log', filter: emptyLogFilter, isEarning: true, id: null },
    ]);
  });

  it('name the view, or the conversion that is open over it', () => {
    const { go, addressStates } = watched('/conversions/summary?earning=0');
    expect(addressStates()[0]).toMatchObject({ view: 'summary', isEarning: false, id: null });
    go('/conversions/ledger');
    expect(addressStates()[1]).toMatchObject({ view: 'ledger', isEarning: true });
    go('/conversions/postbacks');
    expect(addressStates()[2]).toMatchObject({ view: 'postbacks', id: null });
    go('/conversions/a%2Fb');
    expect(addressStates()[3]).toMatchObject({ view: null, id: 'a/b' });
    go('/conversions/%zz');
    expect(addressStates()[4]).toMatchObject({ view: null, id: '%zz' });
    go('/dashboard?status=pending');
    expect(addressStates()).toHaveLength(5);
  });
});
