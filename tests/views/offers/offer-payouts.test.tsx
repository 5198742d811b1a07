import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback, fromPromise } from 'xstate';
import type { StatementDetail } from '#contract/payouts/statement.ts';
import {
  type OfferPayoutsSnapshot,
  offerPayoutsMachine,
  saveStatementsMachine,
  statementMachine,
  statementsMachine,
} from '#machines/offers/offer-payouts.ts';
import type { PayoutsPlace, SaveStatements, StatementRow } from '#model/offer-payouts.ts';
import type { PayoutDraft } from '#model/payouts.ts';
import { OfferPayoutsScreen } from '#views/offers/OfferPayoutsScreen.tsx';
import { offerPayoutsGestures } from '../../support/gestures/offers/offer-payouts.ts';
import { freshness, member, offline, query } from '../../support/samples.ts';
import { offerPayoutsScene, payoutsSelection } from '../../support/scenes/offers/offer-payouts.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import {
  october,
  paidStatement,
  quietStatement,
  readyStatement,
  statementDetail,
} from '../../support/statements.ts';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

function sees(state: OfferPayoutsSnapshot) {
  if (state.matches('starting')) return expect(screen.queryByRole('heading')).toBeNull();
  const title = state.matches({ open: 'list' }) ? /^Payouts, / : /^Statement/;
  return expect(screen.getByRole('heading', { level: 1, name: title })).toBeDefined();
}

walkView(offerPayoutsScene, { gestures: offerPayoutsGestures, sees });

type Opened = {
  rows?: StatementRow[];
  detail?: StatementDetail;
  affiliate?: number | null;
  role?: string;
};

function open({
  rows = [readyStatement, paidStatement, quietStatement],
  detail = statementDetail,
  affiliate = null,
  role = 'owner',
}: Opened = {}) {
  const read = scriptedRequest<{ rows: StatementRow[] }, unknown>();
  const pay = scriptedRequest<
    { entry?: StatementRow; affectsOthers?: boolean },
    { entry: StatementRow | null; draft: PayoutDraft }
  >();
  const undo = scriptedRequest<object, { action: { kind: 'undo'; payout: number } }>();
  const save = scriptedRequest<string, { request: SaveStatements }>();
  const place: PayoutsPlace = { period: october, affiliate };
  const actor = createActor(
    withActors(offerPayoutsMachine, {
      address: fromCallback(({ sendBack }) => sendBack({ type: 'address.recalled', place })),
      statements: withActors(statementsMachine, {
        readEntries: read.logic,
        saveEntry: pay.logic,
        runAction: undo.logic,
      }),
      statement: withActors(statementMachine, {
        load: fromPromise(async () => ({ data: detail, freshness, emptyReason: null })),
      }),
      saving: withActors(saveStatementsMachine, { runTask: save.logic }),
    }),
    {
      input: {
        query,
        member: { ...member, projects: member.projects.map((one) => ({ ...one, role })) },
      },
    },
  ).start();
  render(
    <main>
      <OfferPayoutsScreen actor={actor as never} selection={payoutsSelection} />
    </main>,
  );
  const answer = () => read.answer({ output: { rows } });
  return { actor, read, pay, undo, save, answer, user: userEvent.setup() };
}

const cellsOf = async (name: RegExp) =>
  within(await screen.findByRole('row', { name }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

async function violations() {
  const { violations } = await axe.run(document.body, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

describe('the payouts of a month', () => {
  it('show what each affiliate is owed and the sums, and lead to the months beside it', async () => {
    const { answer } = open();
    answer();
    expect(await screen.findByRole('heading', { name: 'Payouts, October 2026' })).toBeDefined();
    expect(await cellsOf(/^North Media/)).toEqual([
      'To pay',
      '−12.50',
      '1,040.01',
      '−20.00',
      '2.50',
      '500.00',
      '510.01',
      '64.00',
      'Mark as paid',
    ]);
    expect((await cellsOf(/^South Media/))[0]).toBe('Paid');
    expect((await cellsOf(/^West Media/))[0]).toBe('Nothing due');
    const [approved] = screen.getAllByText('1,140.01');
    expect(approved?.previousElementSibling?.textContent).toBe('Approved');
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Previous month')).toBe('/offers/payouts?start=2026-09-01&end=2026-09-30');
    expect(hrefOf('Next month')).toBe('/offers/payouts?start=2026-11-01&end=2026-11-30');
    expect(hrefOf('North Media')).toBe('/offers/payouts?affiliate=3');
    expect(await violations()).toEqual([]);
  });

  it('are paid by a form with what is due, whose faults stay at their fields', async () => {
    const { answer, pay, read, user } = open();
    answer();
    await user.click(await screen.findByRole('button', { name: 'Mark as paid: North Media' }));
    const form = within(await screen.findByRole('dialog', { name: 'Payment to North Media' }));
    expect(form.getByLabelText<HTMLInputElement>('Amount').value).toBe('510.01');
    await user.type(form.getByLabelText('Reference'), 'wire 8');
    await user.click(form.getByRole('button', { name: 'Record payout' }));
    await waitFor(() => expect(pay.calls).toHaveLength(1));
    expect(pay.calls[0]?.draft).toEqual({
      amount: '510.01',
      currency: 'USD',
      period_start: '2026-10-01',
      period_end: '2026-10-31',
      paid_on: '2026-11-20',
      reference: 'wire 8',
    });
    pay.answer({
      error: { kind: 'invalid', message: 'Check.', fields: { reference: ['Used before.'] } },
    });
    expect(await form.findByText('Used before.')).toBeDefined();
    await user.type(form.getByLabelText('Reference'), '9');
    await user.click(form.getByRole('button', { name: 'Record payout' }));
    await waitFor(() => expect(pay.calls).toHaveLength(2));
    pay.answer({ output: { entry: readyStatement, affectsOthers: true } });
    await waitFor(() => expect(read.calls).toHaveLength(2));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('are only seen by members who may not record payments', async () => {
    const { answer } = open({ role: 'affiliate' });
    answer();
    await cellsOf(/^North Media/);
    expect(screen.queryByRole('button', { name: /^Mark as paid/ })).toBeNull();
  });

  it('are read again after a failure, and say when there is nothing', async () => {
    const { read, user } = open({ rows: [] });
    read.answer({ error: offline });
    await user.click(await screen.findByRole('button', { name: /^Retry/ }));
    read.answer({ output: { rows: [] } });
    expect(await screen.findByText(/^Nothing was earned or paid/)).toBeDefined();
  });

  it('are saved as a file of the same days', async () => {
    const { answer, save, user } = open();
    answer();
    await user.click(await screen.findByRole('button', { name: 'Save as CSV' }));
    expect(save.calls[0]?.request).toMatchObject({ format: 'csv', scope: { period: october } });
    save.answer({ output: 'payouts.csv' });
    expect(await screen.findByText('Saved payouts.csv.')).toBeDefined();
  });
});

describe('a statement', () => {
  it('lists what was earned by offer and terms, and what was paid', async () => {
    const { answer, save, user } = open({ affiliate: 3 });
    answer();
    expect(
      await screen.findByRole('heading', { name: 'Statement of North Media, October 2026' }),
    ).toBeDefined();
    const texts = screen.getAllByRole('row', { name: /^(Summer boots|104|No offer)/ }).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    );
    expect(texts).toEqual([
      [
        'Conversions',
        'conversion',
        '418: 8.00 a conversion + 5% of the value, by tiers',
        '1,204',
        '1,030.01',
      ],
      ['Conversions on hold', 'conversion', '–', '8', '64.00'],
      ['Clicks', '–', '9: 0.10 a click', '100', '10.00'],
      ['Refunds', '–', '1: no payout', '2', '−20.00'],
      ['Corrections', '–', '–', '1', '2.50'],
    ]);
    expect(screen.getByRole('link', { name: 'All affiliates' }).getAttribute('href')).toBe(
      '/offers/payouts',
    );
    await user.click(screen.getByRole('button', { name: 'Save as XLSX' }));
    expect(save.calls[0]?.request).toMatchObject({ format: 'xlsx', scope: { affiliates: [3] } });
    expect(await violations()).toEqual([]);
  });

  it('says what its lines leave out', async () => {
    const rest = { lines: 1200, count: 5000, amount: 12.5, on_hold: 0.5 };
    const { answer } = open({ affiliate: 3, detail: { ...statementDetail, rest } });
    answer();
    expect(await screen.findByText(/^1,200 more lines .* together 12.50, and 0.50/)).toBeDefined();
  });

  it('takes a payment back while that is possible', async () => {
    const { answer, undo, read, user } = open({ affiliate: 3 });
    answer();
    await user.click(await screen.findByRole('button', { name: 'Undo the payment of 500.00' }));
    await waitFor(() => expect(undo.calls).toHaveLength(1));
    expect(undo.calls[0]?.action).toEqual({ kind: 'undo', payout: 12 });
    undo.answer({ output: {} });
    await waitFor(() => expect(read.calls).toHaveLength(2));
  });

  it('offers no undo of older payments, and says that nothing was earned', async () => {
    const { answer } = open({
      affiliate: 4,
      detail: { statement: paidStatement, lines: [], rest: null },
    });
    answer();
    expect(await screen.findByText('Nothing was earned on these days.')).toBeDefined();
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });
});
