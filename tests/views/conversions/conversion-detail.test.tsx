import { screen, within } from '@testing-library/react';
import { expect } from 'vitest';
import type { ConversionDetailSnapshot } from '#machines/conversions/conversion-detail.ts';
import { conversionDetailGestures } from '../../support/gestures/conversions/conversion-detail.ts';
import { conversionDetailScene } from '../../support/scenes/conversions/conversion-detail.tsx';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by its heading, and once loaded, both sides, the clicks and the reasons. */
function sees(state: ConversionDetailSnapshot) {
  const ready = state.matches({ open: 'ready' });
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(
    ready ? 'Conversion 1041' : 'Conversion',
  );
  expect(screen.getByRole('article').getAttribute('aria-busy')).toBe(String(state.hasTag('busy')));
  expect(screen.queryByRole('alert') !== null).toBe(state.hasTag('failed'));
  expect(screen.queryByText('There is no such conversion') !== null).toBe(
    state.matches({ open: 'notFound' }),
  );
  if (!ready) return;
  expect(screen.getByText('Click id ck_77')).toBeDefined();
  expect(screen.getByText(/^Paid 12\.00 under terms 418 of Sleep kit/)).toBeDefined();
  const sides = within(screen.getByRole('table', { name: 'What each side reported' }));
  const cells = (name: RegExp) => sides.getByRole('row', { name }).textContent;
  expect(cells(/^Value 129/)).toBe('Value129.900.00Differs');
  expect(cells(/^Order id/)).toBe('Order id10411041');
  expect(cells(/^Event id/)).toBe('Event idev-1041–One side only');
  const countryHead = screen.getByText('Country', { selector: 'dt' });
  expect(countryHead.nextElementSibling?.textContent).toBe('United States');
  const clicks = within(screen.getByRole('table', { name: 'Clicks and their credit' }));
  expect(clicks.getByRole('row', { name: /Northstar Media › BF prospecting/ })).toBeDefined();
  expect(screen.getByText('Status: pending → approved')).toBeDefined();
  expect(screen.getByText('Seen by both sides: no → yes')).toBeDefined();
  expect(screen.getByText('Matched by: – → event id')).toBeDefined();
  const sent = within(
    screen.getByRole('table', { name: 'Payloads of both sides, field by field' }),
  );
  expect(sent.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'FieldServerBrowserDifference',
    'value129.90Differs',
    'order_id10411041',
    'statusapproved–One side only',
  ]);
  expect(screen.getByText('Pending → Rejected by Ana Ruiz')).toBeDefined();
  expect(screen.getByRole('row', { name: /Northstar postback .*Http error 500 2/ })).toBeDefined();
}

walkView(conversionDetailScene, {
  gestures: conversionDetailGestures,
  sees,
});
