import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ShownFigure } from '#model/figure-rows.ts';
import { figureInAddress } from '#services/dashboard/figure-address.ts';
import { watchFigureLink } from '#services/dashboard/figure-link.ts';
import { linkTo } from '#views/dashboard/write-figure-link.ts';
import { recordingParent } from '../../support/recording-parent.ts';

const here = 'https://ledger.example/dashboard?range=last_7_days&project=7#over-time';
const figures: [string, ShownFigure][] = [
  ['of everything', { name: 'revenue', cell: [] }],
  [
    'of a row in a row',
    {
      name: 'profit',
      cell: [
        { grouping: 'campaign_id', key: 'a:b&c=d' },
        { grouping: 'state', key: null },
        { grouping: 'affsub', key: '' },
      ],
    },
  ],
  [
    'of an affiliate of another project',
    { name: 'payout', cell: [{ grouping: 'affid', key: '1001' }], project: 9 },
  ],
  ['of a sum over some affiliates', { name: 'net_revenue', cell: [], affiliates: [3, 14] }],
  [
    'of a month',
    { name: 'server_revenue', cell: [], period: { start: '2026-10-01', end: '2026-10-31' } },
  ],
];

describe('a link to a figure', () => {
  it.each(figures)('opens it again: %s', (_, figure) => {
    const { search, hash } = new URL(linkTo(figure, here));
    expect(hash).toBe('');
    expect(figureInAddress(search)).toEqual({ figure, rest: '?range=last_7_days&project=7' });
  });

  it.each([
    '?figure=',
    '?figure=DROP%20TABLE',
    '?figure=revenue&cell=planet:mars',
    '?figure=revenue&cell=country:US&cell=country:CA',
  ])('opens nothing for invalid parameters: %s', (search) => {
    expect(figureInAddress(search)).toEqual({ figure: null, rest: '' });
  });

  it('keeps the range for invalid days of its own', () => {
    expect(figureInAddress('?figure=revenue&figure_days=soon..later').figure).toEqual(
      figures[0]?.[1],
    );
  });
});

describe('an address', () => {
  const send = (search: string) => {
    const went: string[] = [];
    const { parent, told } = recordingParent<{ type: 'figure.open'; figure: ShownFigure }>();
    const window = { location: { pathname: '/dashboard', search, hash: '' } } as Window;
    const logic = watchFigureLink(window, (to) => went.push(to));
    createActor(logic, { parent }).start();
    return { went, told };
  };

  it('opens its figure once and forgets it', async () => {
    const { went, told } = send('?range=today&figure=revenue');
    await expect.poll(told).toEqual([{ type: 'figure.open', figure: figures[0]?.[1] }]);
    expect(went).toEqual(['/dashboard?range=today']);
  });

  it('is not changed after leaving the page', async () => {
    const went: string[] = [];
    const window = { location: { pathname: '/dashboard', search: '?figure=revenue' } } as Window;
    createActor(watchFigureLink(window, (to) => went.push(to)))
      .start()
      .stop();
    await import('#services/dashboard/figure-address.ts');
    await Promise.resolve();
    expect(went).toEqual([]);
  });
});
