import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import { conversionDecisionMachine } from '#machines/conversions/conversion-decision.ts';
import { DetailText } from '#views/conversions/DetailText.tsx';
import { LogTable } from '#views/conversions/LogTable.tsx';
import { Sides } from '#views/conversions/Sides.tsx';
import { pathOf, valueTextOf } from '#views/conversions/words.ts';
import { conversionDetail, firstPage, logQuestion } from '../../support/conversions.ts';
import { recordingParent } from '../../support/recording-parent.ts';

it('chooses all shown rows, and keeps others chosen', async () => {
  const { parent } = recordingParent<{ type: 'decision.made' }>();
  const decision = createActor(conversionDecisionMachine, {
    input: { parent, question: logQuestion },
  });
  decision.start();
  const ids = () => decision.getSnapshot().context.selected.map(({ id }) => id);
  decision.send({ type: 'rows.choose', rows: [{ id: 'cv_9', status: 'pending' }], on: true });
  render(
    <LogTable rows={firstPage.rows} zone="UTC" currency="USD" last={null} decision={decision} />,
  );
  const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows shown' });
  expect([all.checked, all.indeterminate]).toEqual([false, false]);
  await userEvent.click(all);
  expect(ids()).toEqual(['cv_9', 'cv_1041']);
  expect([all.checked, all.indeterminate]).toEqual([true, false]);
  await userEvent.click(all);
  expect(ids()).toEqual(['cv_9']);
});

it('marks conversions that are not paid, with the reason', () => {
  const [known] = firstPage.rows;
  if (!known) throw new Error('There is no conversion.');
  const rows = [
    { ...known, id: 'cv_1', order_id: '1', unpaid_reason: 'over_cap' as const },
    { ...known, id: 'cv_2', order_id: '2' },
  ];
  render(<LogTable rows={rows} zone="UTC" currency="USD" last={null} decision={undefined} />);
  const status = (order: string) =>
    screen.getByRole('row', { name: new RegExp(`^${order} `) }).querySelector('.log-status');
  expect(status('1')?.textContent).toContain('Not paid, cap full');
  expect(status('2')?.textContent).not.toContain('Not paid');
});

describe('the origin of a conversion', () => {
  const nowhere = {
    campaign_id: null,
    campaign_label: null,
    utm_campaign: null,
    adset_id: null,
    adset_label: null,
    ad_id: null,
    ad_label: null,
  };

  it('isolates right-to-left names from those beside them', () => {
    const origin = { ...nowhere, campaign_label: 'حملة (2026) –', adset_label: 'Set' };
    expect(pathOf(origin)).toBe('\u2068حملة (2026) –\u2069 › Set');
    expect(pathOf(origin, 'משווק')).toBe('\u2068משווק\u2069 › \u2068حملة (2026) –\u2069 › Set');
  });

  it('is shown by its ids without a name', () => {
    expect(pathOf({ ...nowhere, campaign_id: '238401', adset_id: '7', ad_id: '9' })).toBe(
      '238401 › 7 › 9',
    );
    expect(pathOf({ ...nowhere, campaign_id: '238401', utm_campaign: 'spring' })).toBe('spring');
    expect(pathOf(nowhere)).toBe('');
  });
});

describe('a conversion without an exchange rate', () => {
  const [known] = firstPage.rows;
  const reported = known?.server;
  if (!reported) throw new Error('The sample is seen by the server.');
  const sent = { ...reported, value: 0, value_sent: 12.5, currency_sent: 'GBP' };
  const row = { ...known, value: 0, excluded_reason: 'no_rate' as const, server: sent };

  it('shows the sent amount instead of none', () => {
    render(<LogTable rows={[row]} zone="UTC" currency="USD" last={null} decision={undefined} />);
    expect(screen.getByRole('cell', { name: '12.50 GBP' })).toBeDefined();
    expect(valueTextOf(row, 'USD')).toBe('12.50 GBP');
    expect(valueTextOf(known, 'USD')).toBe('129.90 USD');
    expect(valueTextOf({ ...row, server: { ...sent, value_sent: 0 } }, 'USD')).toBe('0.00 USD');
  });

  it('has a side without a value', () => {
    render(<Sides conversion={row} events={[]} zone="UTC" />);
    const cells = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(cells(/^Value –/)).toBe('Value––');
    expect(cells(/^Value as sent/)).toBe('Value as sent12.50 GBP–One side only');
  });

  it('compares no payout with the browser, which reports none', () => {
    const browser = { ...reported, payout: null, value: 120, value_sent: 120 };
    render(<Sides conversion={{ ...known, browser }} events={[]} zone="UTC" />);
    const cells = (name: RegExp) => screen.getByRole('row', { name }).textContent;
    expect(cells(/^Payout/)).toBe('Payout12.00–One side only');
    expect(cells(/^Value 1/)).toBe('Value129.90120.00Differs');
  });

  it.each([
    ['2026-11-20T14:00:04.000Z', ''],
    ['2026-11-20T16:30:00.000Z', '2\u00a0h 30\u00a0min apart'],
  ])('shows the delay between its sides only where it is long: %s', (event_time, text) => {
    const received = { ...sent, event_time: '2026-11-20T14:00:00.000Z' };
    const both = { ...row, server: received, browser: { ...received, event_time } };
    render(<Sides conversion={both} events={[]} zone="UTC" />);
    const time = screen.getByRole('row', { name: /^Time Nov/ });
    expect(time.lastElementChild?.textContent).toBe(text);
    expect(time.hasAttribute('data-differs')).toBe(text !== '');
  });
});

describe('a refund', () => {
  const [order] = firstPage.rows;
  if (!order?.server) throw new Error('The sample is seen by the server.');
  const refund = { ...order, id: 'cv_2000', record: 'refund' as const };

  it('subtracts its value, unlike a correction, which has a sign of its own', () => {
    render(
      <LogTable
        rows={[order, refund]}
        zone="UTC"
        currency="USD"
        last={null}
        decision={undefined}
      />,
    );
    expect(screen.getByRole('cell', { name: '129.90' })).toBeDefined();
    expect(screen.getByRole('cell', { name: '−129.90' })).toBeDefined();
    expect(valueTextOf(refund, 'USD')).toBe('−129.90 USD');
    expect(valueTextOf({ ...refund, value: 0 }, 'USD')).toBe('0.00 USD');
    expect(valueTextOf({ ...refund, record: 'adjustment', value: -5 }, 'USD')).toBe('−5.00 USD');
  });

  it('without an exchange rate subtracts the sent amount', () => {
    const server = { ...order.server, value: 0, value_sent: 12.5, currency_sent: 'GBP' };
    const sent = { ...refund, value: 0, server: server as typeof order.server };
    expect(valueTextOf(sent, 'USD')).toBe('−12.50 GBP');
  });
});

it('a correction is shown by its number, without sides or clicks', () => {
  const correction = {
    ...conversionDetail.conversion,
    ...({ id: 'a_3', record: 'adjustment', order_id: null, event_id: null } as const),
  };
  const shown = { zone: 'UTC', currency: 'USD', decision: undefined, correction: undefined };
  render(<DetailText story={{ ...conversionDetail, conversion: correction }} {...shown} />);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Correction 3');
  expect(screen.queryByText(/reported it|Clicks of the last/)).toBeNull();
  cleanup();
  render(<DetailText story={conversionDetail} {...shown} />);
  expect(screen.getByText(/^Clicks of the last/)).toBeDefined();
});
