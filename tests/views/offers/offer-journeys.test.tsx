import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axe from 'axe-core';
import { describe, expect, it } from 'vitest';
import { type AnyActorLogic, createActor, fromCallback, fromPromise } from 'xstate';
import type { OfferDetail } from '#contract/offers/offer.ts';
import { newTermsMachine } from '#machines/offers/new-terms.ts';
import { offerDetailMachine } from '#machines/offers/offer-detail.ts';
import {
  offerAccessMachine,
  offerCapsMachine,
  offerLinksMachine,
  offerReportMachine,
  oneOfferMachine,
  postbackTestMachine,
} from '#machines/offers/offer-parts.ts';
import { offerStatusMachine } from '#machines/offers/offer-status.ts';
import { type OfferTab, offerTabs } from '#model/offer-detail.ts';
import type { OfferRecalledEvent } from '#model/offers.ts';
import { OfferDetailScreen } from '#views/offers/OfferDetailScreen.tsx';
import {
  accessRows,
  capRow,
  offer,
  offerPlace,
  ownOffer,
  ownReport,
  passedTest,
  runningTest,
  termsPreview,
  timedOutTest,
} from '../../support/offer-detail.ts';
import { answered, member, query } from '../../support/samples.ts';
import { offerParts, offerSelection } from '../../support/scenes/offers/offer-detail.tsx';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { withActors } from '../../support/stub-machines.ts';
import { links } from '../../support/tracking-links.ts';

/** The screen of an offer on one of its tabs, for a member with a role. */
function open(
  tab: OfferTab,
  {
    shown = offer,
    role = 'owner',
    by = 'day',
    parts = {},
  }: {
    shown?: OfferDetail;
    role?: string;
    by?: string;
    parts?: Record<string, AnyActorLogic>;
  } = {},
) {
  const runAction = scriptedRequest();
  const projects = member.projects.map((one) => ({ ...one, role }));
  const actor = createActor(
    withActors(offerDetailMachine, {
      ...offerParts(),
      address: fromCallback<OfferRecalledEvent>(({ sendBack }) =>
        sendBack({
          type: 'address.recalled',
          place: { ...offerPlace, tab, params: { by } },
        }),
      ),
      offer: withActors(oneOfferMachine, {
        readEntries: fromPromise(async () => ({ rows: [shown] })),
        runAction: runAction.logic,
      }),
      ...parts,
    }) as typeof offerDetailMachine,
    { input: { query, member: { ...member, projects } } },
  ).start();
  render(<OfferDetailScreen actor={actor} selection={offerSelection} />);
  return { actor, runAction, user: userEvent.setup() };
}

const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const region = (name: string) => screen.findByRole('region', { name });

describe('the overview of an offer', () => {
  it('says what it pays, where it runs and where its clicks lead', async () => {
    open('overview');
    expect(plain((await region('What it pays')).textContent)).toContain('32.00 USD per conversion');
    const runs = (await region('Where it runs')).textContent;
    for (const part of ['United States, Canada', 'Mobile', 'Social, Native', 'Brand bidding']) {
      expect(runs).toContain(part);
    }
    expect((await region('Notes')).textContent).toContain('Ask Kim');
    expect((await region('Goals')).textContent).toContain('Upsell');
    expect(plain((await region('Caps')).textContent)).toContain('72 % used, 6 expected');
  });

  it('shows the description as text with lists and links, without its HTML', async () => {
    open('overview');
    const link = await screen.findByRole('link', { name: 'Rules' });
    expect(link.getAttribute('href')).toBe('https://rules.test/a');
    const about = await region('About');
    expect(about.querySelector('b')).toBeNull();
    expect(within(about).getAllByRole('listitem')).toHaveLength(2);
  });

  it('puts the destination back, with what changed', async () => {
    const { user, runAction } = open('overview');
    const leads = await region('Destination');
    const changed = [...leads.querySelectorAll('mark')].map(({ textContent }) => textContent);
    expect(changed).toEqual(['1', '2']);
    expect(leads.textContent).toContain('Until 15:25 it can be put back.');
    await user.click(screen.getByRole('button', { name: 'Put it back' }));
    expect(runAction.calls).toMatchObject([{ action: { kind: 'restoreDestination' } }]);
  });

  it('shows an affiliate nothing internal', async () => {
    open('overview', { shown: ownOffer, role: 'affiliate' });
    await region('What it pays you');
    for (const name of ['Destination', 'Notes']) {
      expect(screen.queryByRole('region', { name })).toBeNull();
    }
    expect(screen.queryByText(/Lumen Labs|Everflow/)).toBeNull();
    expect(screen.queryByRole('button', { name: /^(Pause|Archive)/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Get your link' }).getAttribute('href')).toBe(
      '#tracking',
    );
  });

  it('activates without a test only where that is ticked', async () => {
    const changeStatus = scriptedRequest();
    const pending: OfferDetail = { ...offer, status: 'pending', tested_at: null };
    const { user } = open('overview', {
      shown: pending,
      parts: {
        status: withActors(offerStatusMachine, {
          changeStatus: changeStatus.logic,
          previewStatus: fromPromise(async () => ({
            clicks_last_hour: 0,
            leads_to: null,
            used_by: [],
            missing: ['Test it, or confirm that it starts without a test.'],
          })),
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate “Glow serum”?' }));
    await dialog.findByText(/^Test it, or confirm/);
    const activate = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Activate' });
    expect(activate().disabled).toBe(true);
    await user.click(dialog.getByRole('checkbox', { name: 'Activate without a test' }));
    await user.click(activate());
    expect(changeStatus.calls).toMatchObject([{ change: { to: 'active', withoutTest: true } }]);
  });
});

describe('the performance of an offer', () => {
  it('marks an affiliate whose conversions are rejected more often', async () => {
    open('performance', { by: 'affiliate' });
    const table = within(await screen.findByRole('table', { name: 'Performance by affiliate' }));
    const row = table.getByRole('row', { name: /^South Media/ });
    expect(plain(row.textContent)).toContain('40.0 % (22.0 % to 61.0 %)above the offer');
    expect(table.getByRole('row', { name: /^North Media/ }).textContent).not.toContain('above');
    const bars = within(screen.getByRole('list', { name: 'Clicks' })).getAllByRole('listitem');
    expect(bars).toHaveLength(2);
  });

  it('reads the days from the chart, and as a table', async () => {
    const { user } = open('performance');
    const slider = await screen.findByRole('slider', { name: 'Time' });
    expect(slider.getAttribute('aria-valuetext')).toContain('clicks 500, conversions 20');
    await user.click(screen.getByRole('button', { name: 'Menu of performance by day' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Show as table' }));
    const table = within(await screen.findByRole('table', { name: 'Performance by day' }));
    expect(table.getByRole('row', { name: /^Total/ }).textContent).toContain('1,000');
  });

  it('shows an affiliate neither revenue nor other affiliates', async () => {
    const { user } = open('performance', {
      shown: ownOffer,
      role: 'affiliate',
      parts: {
        report: withActors(offerReportMachine, {
          load: fromPromise(async () => answered(ownReport)),
        }),
      },
    });
    await screen.findByRole('slider', { name: 'Time' });
    expect(screen.queryByText(/^(Revenue|Margin|Profit|Network EPC)/)).toBeNull();
    await user.click(screen.getByRole('button', { name: /^Breakdown/ }));
    await screen.findByRole('menuitemradio', { name: 'By country' });
    expect(screen.queryByRole('menuitemradio', { name: 'By affiliate' })).toBeNull();
  });
});

describe('the terms of an offer', () => {
  it('lists what is in force and planned, with whom it is for', async () => {
    open('terms');
    const now = within(await screen.findByRole('list', { name: 'In force now' }));
    expect(now.getByRole('listitem', { name: 'Terms 419' }).textContent).toContain(
      'North Media, Canada, mobile',
    );
    expect(plain(now.getByRole('listitem', { name: 'Terms 418' }).textContent)).toContain(
      '35.00 USD from conversion 50 of a month on',
    );
    const planned = within(screen.getByRole('list', { name: 'Planned' }));
    expect(planned.getByRole('button', { name: 'Withdraw terms 420' })).toBeDefined();
  });

  it('begins a decrease at the next midnight of the offer, and shows whom it affects', async () => {
    const [previewTerms, saveTerms] = [scriptedRequest(), scriptedRequest()];
    const { user } = open('terms', {
      parts: {
        newTerms: withActors(newTermsMachine, {
          previewTerms: previewTerms.logic,
          saveTerms: saveTerms.logic,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Change terms 418' }));
    const start = await screen.findByLabelText<HTMLSelectElement>('They begin');
    expect(start.value).toBe('now');
    const payout = screen.getByLabelText('Payout (USD)');
    await user.clear(payout);
    await user.type(payout, '30');
    expect(start.value).toBe('midnight');
    await user.click(screen.getByRole('button', { name: 'See whom it affects' }));
    await waitFor(() => expect(previewTerms.calls).toHaveLength(1));
    const { draft } = previewTerms.calls[0] as { draft: { starts_at: string } };
    expect(Date.parse(draft.starts_at)).toBeGreaterThan(Date.now());
    previewTerms.answer({ output: termsPreview });
    expect(await screen.findByText(/^Negative margin with North Media/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Save terms' }));
    const message = 'Terms with the same keys begin at this time already.';
    saveTerms.answer({ error: { kind: 'invalid', message, fields: { starts_at: [message] } } });
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByLabelText<HTMLInputElement>('Payout (USD)').value).toBe('30');
    expect(screen.getByLabelText<HTMLSelectElement>('They begin').value).toBe('midnight');
  });

  it('says at its field what is wrong before it asks the server', async () => {
    const { user } = open('terms', { parts: { newTerms: newTermsMachine } });
    await user.click(await screen.findByRole('button', { name: 'New terms' }));
    await user.type(await screen.findByLabelText('For the country'), 'U1');
    await user.click(screen.getByRole('button', { name: 'See whom it affects' }));
    expect(await screen.findByText('Use two-letter country codes such as US.')).toBeDefined();
    await user.clear(screen.getByLabelText('For the country'));
    await user.selectOptions(screen.getByLabelText('The affiliate gets'), 'A share of the value');
    await user.type(screen.getByLabelText('Payout (% of the value)'), '101');
    await user.click(screen.getByRole('button', { name: 'See whom it affects' }));
    expect(await screen.findByText(/^Enter a percentage above 0 and up to 100/)).toBeDefined();
  });
});

describe('the caps of an offer', () => {
  it('forecasts when a cap is full', async () => {
    open('caps');
    const cap = await screen.findByRole('listitem', { name: '100 conversions a day' });
    const text = plain(cap.textContent);
    expect(text).toMatch(/Full at about (Nov 20, )?16:20/);
    expect(text).toContain('83.0 %');
    expect(text).toContain('Clicks go to the fallback');
  });

  it('refuses a cap of 0 at its field, and adds one', async () => {
    const saveEntry = scriptedRequest();
    const { user } = open('caps', {
      parts: {
        caps: withActors(offerCapsMachine, {
          readEntries: fromPromise(async () => ({ rows: [capRow] })),
          saveEntry: saveEntry.logic,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Add cap' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add a cap' }));
    await user.type(dialog.getByLabelText('Limit'), '0');
    await user.click(dialog.getByRole('button', { name: 'Add cap' }));
    expect(await dialog.findByText('Enter an amount above 0.')).toBeDefined();
    await user.type(dialog.getByLabelText('Limit'), '{Backspace}50');
    await user.click(dialog.getByRole('button', { name: 'Add cap' }));
    await waitFor(() =>
      expect(saveEntry.calls).toMatchObject([
        { entry: null, draft: { metric: 'conversions', interval: 'day', limit: '50' } },
      ]),
    );
  });

  it('offers an affiliate no change', async () => {
    open('caps', { shown: ownOffer, role: 'affiliate' });
    await screen.findByRole('listitem', { name: '100 conversions a day' });
    expect(screen.queryByRole('button', { name: /^(Add|Change|Remove)/ })).toBeNull();
  });
});

describe('the tracking of an offer', () => {
  const [first] = links;

  it('builds the link with parameters, and saves it', async () => {
    const runAction = scriptedRequest();
    const { user } = open('tracking', {
      parts: {
        links: withActors(offerLinksMachine, {
          readEntries: fromPromise(async () => ({ rows: [], extra: { bases: links } })),
          runAction: runAction.logic,
        }),
      },
    });
    const link = await screen.findByLabelText<HTMLInputElement>('Link');
    expect(link.value).toBe(`${first?.link}?offer=101`);
    await user.type(screen.getByLabelText('Sub-id (optional)'), 'a b');
    await user.click(screen.getByRole('button', { name: 'Add parameter' }));
    await user.type(screen.getByLabelText('Name of parameter 1'), 'utm_source');
    await user.type(screen.getByLabelText('Value of parameter 1'), '{{{{source}');
    expect(screen.getByLabelText<HTMLInputElement>('Link').value).toBe(
      `${first?.link}?offer=101&affsub=a%20b&utm_source={{source}`,
    );
    await user.click(screen.getByRole('button', { name: 'Save link' }));
    expect(runAction.calls).toMatchObject([
      { action: { link: { params: { affsub: 'a b', utm_source: '{{source}' } } } },
    ]);
    runAction.answer({
      output: {
        entry: {
          id: 1,
          affiliate: first?.id,
          affid: '1001',
          params: { affsub: 'a' },
          url: '',
          created_at: '2026-11-20T12:00:00.000Z',
        },
      },
    });
    const saved = await screen.findByLabelText<HTMLInputElement>('With affsub a');
    expect(saved.value).toBe(`${first?.link}?offer=101&affsub=a`);
  });

  it('gives an affiliate only the link that it may use', async () => {
    open('tracking', { shown: ownOffer, role: 'affiliate' });
    await screen.findByLabelText('Link');
    expect(screen.queryByRole('button', { name: /^Affiliate/ })).toBeNull();
    expect(screen.queryByText('Collect key')).toBeNull();
  });

  it.each([
    [passedTest, /It works: a conversion like this pays 32\.00.USD under terms 418\./],
    [timedOutTest, /^No postback arrived within five minutes/],
  ])('follows a test click step by step', async (run, verdict) => {
    const startRun = scriptedRequest();
    const { user } = open('tracking', {
      parts: { test: withActors(postbackTestMachine, { startRun: startRun.logic }) },
    });
    await user.click(await screen.findByRole('button', { name: 'Send test click' }));
    expect(startRun.calls).toMatchObject([{ request: { id: 41, value: '10' } }]);
    await act(async () => startRun.answer({ output: run }));
    expect(await screen.findByText(verdict)).toBeDefined();
    const steps = within(screen.getByRole('list', { name: 'Steps of the test' }));
    expect(steps.getAllByRole('listitem')).toHaveLength(4);
    expect(screen.queryByText('Check in this order:') !== null).toBe(run.state === 'timed_out');
  });
});

describe('a test that waits for the network', () => {
  const waiting = () => ({
    parts: {
      test: withActors(postbackTestMachine, { startRun: fromPromise(async () => runningTest) }),
    },
  });
  const address = () => screen.findByLabelText('Address that the network calls for this click');

  it('has an address with the collect key that a member enters', async () => {
    const { user } = open('tracking', waiting());
    await user.click(await screen.findByRole('button', { name: 'Send test click' }));
    expect(await address()).toHaveProperty('value', runningTest.postback_url);
    const panel = within(screen.getByRole('region', { name: 'Test' }));
    await user.type(panel.getByLabelText('Collect key'), 'ck_a&b');
    expect(await address()).toHaveProperty(
      'value',
      'https://track.test/t/pb?key=ck_a%26b&click_id=c_1',
    );
  });

  it('tells an affiliate whom to send the address to', async () => {
    const { user } = open('tracking', { ...waiting(), shown: ownOffer, role: 'affiliate' });
    await user.click(await screen.findByRole('button', { name: 'Send test click' }));
    expect(await address()).toHaveProperty('value', runningTest.postback_url);
    expect(screen.queryByLabelText('Collect key')).toBeNull();
    expect(screen.getByText(/^Send this address to the people who run the offer/)).toBeDefined();
  });
});

describe('the payouts of an offer', () => {
  it('lead to those of all offers in the same days', async () => {
    open('payouts');
    await screen.findByRole('table', { name: 'Payouts by affiliate' });
    expect(screen.getByRole('link', { name: 'Payouts of all offers' }).getAttribute('href')).toBe(
      '/offers/payouts?project=7&start=2026-11-14&end=2026-11-20',
    );
  });
});

describe('the access to an offer', () => {
  it('decides about one and about many, with a reason', async () => {
    const saveEntry = scriptedRequest();
    const { user } = open('access', {
      parts: {
        access: withActors(offerAccessMachine, {
          readEntries: fromPromise(async () => ({ rows: accessRows })),
          saveEntry: saveEntry.logic,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Approve South Media' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve South Media?' }));
    await user.type(dialog.getByLabelText('Reason (optional)'), 'Good traffic');
    await user.click(dialog.getByRole('button', { name: 'Approve' }));
    expect(saveEntry.calls).toMatchObject([
      {
        draft: { affiliates: [{ id: 4, version: 1 }], status: 'approved', reason: 'Good traffic' },
      },
    ]);
    await act(async () => saveEntry.answer({ output: {} }));
    await user.click(await screen.findByRole('checkbox', { name: 'Select all' }));
    await user.click(screen.getByRole('button', { name: 'Block selected' }));
    expect(await screen.findByRole('dialog', { name: 'Block 2 affiliates?' })).toBeDefined();
  });

  it('lets an affiliate request what it may not run yet', async () => {
    const saveEntry = scriptedRequest();
    const { user } = open('access', {
      shown: ownOffer,
      role: 'affiliate',
      parts: {
        access: withActors(offerAccessMachine, {
          readEntries: fromPromise(async () => ({ rows: accessRows.slice(0, 1) })),
          saveEntry: saveEntry.logic,
        }),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'Request access for South Media' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Request “Glow serum”' }));
    await user.type(dialog.getByRole('textbox'), 'Native');
    await user.click(dialog.getByRole('button', { name: 'Request access' }));
    expect(saveEntry.calls).toMatchObject([
      { draft: { kind: 'request', affiliate: 4, note: 'Native' } },
    ]);
  });
});

describe('every tab of an offer', () => {
  it.each(
    offerTabs.flatMap((tab) => [
      [tab, 'owner', offer] as const,
      [tab, 'affiliate', ownOffer] as const,
    ]),
  )('has no fault that axe finds: %s for the role %s', async (tab, role, shown) => {
    open(tab, { shown, role });
    await screen.findAllByRole('heading', { level: 2 });
    const { violations } = await axe.run(document.body, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
    });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  });
});
