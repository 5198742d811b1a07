import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createActor } from 'xstate';
import type { Payout } from '#contract/payouts/schemas.ts';
import type { Problem } from '#contract/problem.ts';
import {
  balancesMachine,
  payoutsMachine,
  savePayoutsMachine,
} from '#machines/conversions/payouts.ts';
import type {
  BalanceRow,
  PayoutDraft,
  PayoutPage,
  PayoutsRequest,
  SavePayouts,
} from '#model/payouts.ts';
import type { Query } from '#model/query.ts';
import { Balances } from '#views/conversions/Balances.tsx';
import { PayoutList } from '#views/conversions/PayoutList.tsx';
import { Payouts } from '#views/conversions/Payouts.tsx';
import { followLocale } from '#views/kit/locale.ts';
import { balances, payout, undonePayout } from '../../support/payouts.ts';
import { offline, query } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

const pageInput = { query, filter: {} };
const first: PayoutPage = { rows: [payout, undonePayout], next: '11' };
const none: PayoutPage = { rows: [], next: null };

type Undo = { kind: 'undo'; payout: Payout };
type Outcome = { entry?: BalanceRow; affectsOthers?: boolean; secret?: never };

/** The balances on screen, with their requests. */
function openBalances(rows: BalanceRow[] = balances) {
  const read = scriptedRequest<
    { rows: BalanceRow[]; extra?: never },
    { scope: Query; isRefresh: boolean }
  >();
  const save = scriptedRequest<
    Outcome,
    { scope: Query; entry: BalanceRow | null; draft: PayoutDraft }
  >();
  const run = scriptedRequest<Outcome & { undo?: Undo }, { scope: Query; action: Undo }>();
  const actor = createActor(
    balancesMachine.provide({
      actors: { readEntries: read.logic, saveEntry: save.logic, runAction: run.logic },
    }),
    { input: { scope: query } },
  ).start();
  const answer = () => read.answer({ output: { rows } });
  return { actor, read, save, run, answer };
}

describe('the list of payouts', () => {
  it('stays on screen while more of it or a refresh is read, and says what failed', async () => {
    const user = userEvent.setup();
    const page = scriptedRequest<PayoutPage, PayoutsRequest>();
    const list = createActor(payoutsMachine.provide({ actors: { readPage: page.logic } }), {
      input: pageInput,
    }).start();
    const saving = createActor(savePayoutsMachine).start();
    const { actor } = openBalances();
    render(<PayoutList actor={list} balances={actor} saving={saving} mayUndo />);
    const shown = () => screen.queryAllByRole('row').length;
    const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
    const region = screen.getByRole('region', { name: 'Payouts' });
    expect(region.getAttribute('aria-busy')).toBe('true');
    page.answer({ error: offline });
    await screen.findByRole('button', { name: /^Retry/ });
    await press(/^Retry/);
    page.answer({ output: first });
    await expect.poll(shown).toBe(3);
    expect(region.getAttribute('aria-busy')).toBe('false');
    await press('Load more');
    expect(page.calls.at(-1)?.cursor).toBe('11');
    page.answer({ error: offline });
    await screen.findByRole('button', { name: 'Retry the next payouts' });
    await press('Retry the next payouts');
    page.answer({ output: { rows: [{ ...payout, id: 10 }], next: null } });
    await expect.poll(shown).toBe(4);
    await press('Refresh');
    page.answer({ error: offline });
    await screen.findByRole('button', { name: 'Retry the payouts' });
    expect(shown()).toBe(4);
    await press('Retry the payouts');
    page.answer({ output: none });
    expect(await screen.findByText('No payout is recorded yet')).toBeDefined();
  });
});

describe('what is due', () => {
  it('is shown for each affiliate, and an advance is said so', async () => {
    const { actor, answer } = openBalances();
    render(<Balances actor={actor} mayRecord mayCreate />);
    answer();
    const row = async (name: RegExp) =>
      within(await screen.findByRole('row', { name }))
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect((await row(/^North Media/)).slice(0, 5)).toEqual([
      '2,029.60',
      '12.50',
      '1,500.00',
      '529.60',
      'Nov 15, 2026',
    ]);
    expect((await row(/^South Media/))[3]).toBe('0.0050.00 paid in advance');
  });

  it('leads to the first affiliate where there is none', async () => {
    const { actor, answer } = openBalances([]);
    render(<Balances actor={actor} mayRecord mayCreate />);
    answer();
    expect((await screen.findByRole('link')).getAttribute('href')).toBe('/settings#projects');
  });

  it('is asked for again after a failure', async () => {
    const { actor, read, answer } = openBalances();
    render(<Balances actor={actor} mayRecord mayCreate={false} />);
    read.answer({ error: offline });
    await userEvent.click(await screen.findByRole('button', { name: /^Retry/ }));
    answer();
    expect(await screen.findByText('529.60')).toBeDefined();
  });
});

describe('a payout', () => {
  const refused: Problem = {
    kind: 'invalid',
    message: 'Record it in USD, the currency of Acme.',
    fields: { currency: ['Record it in USD, the currency of Acme.'] },
  };

  it('is proposed, refused at its field and then recorded', async () => {
    const user = userEvent.setup();
    const { actor, save, read, answer } = openBalances();
    render(<Balances actor={actor} mayRecord mayCreate={false} />);
    answer();
    await user.click(await screen.findByRole('button', { name: 'Record a payout to North Media' }));
    const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
    expect(field('Amount').value).toBe('529.60');
    expect(field('For earnings from').value).toBe('2026-11-16');
    expect(field('to').value).toBe(query.period.end);
    expect(field('Paid on').value).toBe('2026-11-22');
    expect(screen.getByText(/^529\.60 USD is due/)).toBeDefined();
    await user.clear(field('Amount'));
    await user.type(field('Amount'), '0');
    await user.click(screen.getByRole('button', { name: 'Record payout' }));
    expect(await screen.findByText('Enter an amount other than 0.')).toBeDefined();
    await user.clear(field('Amount'));
    await user.type(field('Amount'), '1,529.60');
    await user.clear(field('Currency'));
    await user.type(field('Currency'), 'eur');
    await user.click(screen.getByRole('button', { name: 'Record payout' }));
    await expect.poll(() => save.calls.length).toBe(1);
    expect(save.calls[0]).toMatchObject({
      entry: { affiliate: 3 },
      draft: { amount: '1529.60', currency: 'EUR', reference: null },
    });
    save.answer({ error: refused });
    expect(await screen.findByText('Record it in USD, the currency of Acme.')).toBeDefined();
    expect(field('Amount').value).toBe('1,529.60');
    await user.clear(field('Currency'));
    await user.type(field('Currency'), 'USD');
    await user.click(screen.getByRole('button', { name: 'Record payout' }));
    await expect.poll(() => save.calls.length).toBe(2);
    save.answer({ output: {} });
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull();
    await expect.poll(() => read.calls.length).toBe(2);
  });

  it('has its amount in the form of the person', async () => {
    followLocale('de-DE', 'en-US');
    onTestFinished(() => followLocale('en-US', 'en-US'));
    const user = userEvent.setup();
    const { actor, save, answer } = openBalances();
    render(<Balances actor={actor} mayRecord mayCreate={false} />);
    answer();
    await user.click(await screen.findByRole('button', { name: 'Record a payout to North Media' }));
    const amount = screen.getByLabelText<HTMLInputElement>('Amount');
    expect(amount.value).toBe('529,60');
    await user.clear(amount);
    await user.type(amount, '1.529,6');
    await user.click(screen.getByRole('button', { name: 'Record payout' }));
    await expect.poll(() => save.calls.map(({ draft }) => draft.amount)).toEqual(['1529.6']);
  });

  it('is undone from the list, once', async () => {
    const user = userEvent.setup();
    const { actor, run, answer } = openBalances();
    const page = scriptedRequest<PayoutPage, PayoutsRequest>();
    const list = createActor(payoutsMachine.provide({ actors: { readPage: page.logic } }), {
      input: pageInput,
    }).start();
    const saving = createActor(savePayoutsMachine).start();
    render(<Payouts balances={actor} list={list} saving={saving} memberRole="manager" />);
    answer();
    page.answer({ output: { ...first, next: null } });
    const undo = await screen.findAllByRole('button', { name: /^Undo the payout/ });
    expect(undo.map((button) => button.getAttribute('aria-label'))).toEqual([
      'Undo the payout of 1,500.00 USD to North Media',
    ]);
    expect(screen.getByText(/Undone Nov 16, 2026.* by Ann Doe; it counts nowhere\./)).toBeDefined();
    await user.click(undo[0] as HTMLElement);
    expect(run.calls).toMatchObject([{ action: { kind: 'undo', payout: { id: 12 } } }]);
  });

  it('is only read by those who may not record it', async () => {
    const { actor, answer } = openBalances();
    const page = scriptedRequest<PayoutPage, PayoutsRequest>();
    const list = createActor(payoutsMachine.provide({ actors: { readPage: page.logic } }), {
      input: pageInput,
    }).start();
    const saving = createActor(savePayoutsMachine).start();
    render(<Payouts balances={actor} list={list} saving={saving} memberRole="buyer" />);
    answer();
    page.answer({ output: { ...first, next: null } });
    await screen.findAllByText('wire 7');
    expect(screen.queryByRole('button', { name: /Undo|Record/ })).toBeNull();
  });

  it('is saved to a file, or says why not', async () => {
    const user = userEvent.setup();
    const save = scriptedRequest<string, { request: SavePayouts }>();
    const saving = createActor(
      savePayoutsMachine.provide({ actors: { runTask: save.logic } }),
    ).start();
    const list = createActor(payoutsMachine, { input: pageInput }).start();
    render(
      <PayoutList actor={list} balances={openBalances().actor} saving={saving} mayUndo={false} />,
    );
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    save.answer({ error: offline });
    expect((await screen.findByText(/^The file was not saved/)).parentElement).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save as CSV' }));
    save.answer({ output: 'acme-payouts.csv' });
    expect(await screen.findByText('Saved acme-payouts.csv.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save as XLSX' }));
    expect(save.calls.map(({ request }) => request)).toEqual([
      { query, format: 'csv' },
      { query, format: 'csv' },
      { query, format: 'xlsx' },
    ]);
  });
});
