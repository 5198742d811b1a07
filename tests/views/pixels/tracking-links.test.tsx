import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { LinkTest, TrackingLink } from '#contract/tracking-links/schemas.ts';
import { type PixelsRecalledEvent, pixelsMachine } from '#machines/pixels/pixels.ts';
import { linkTestMachine, trackingLinksMachine } from '#machines/pixels/tracking-links.ts';
import type { LinkOffers, LinkTestRequest } from '#model/tracking-links.ts';
import { PixelsScreen } from '#views/pixels/PixelsScreen.tsx';
import { member, offline, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { links, offers } from '../../support/tracking-links.ts';

function open(role = 'owner', id: number | null = null) {
  const read = scriptedRequest<
    { rows: TrackingLink[]; extra?: LinkOffers },
    { scope: { project: number }; isRefresh: boolean }
  >();
  const click = scriptedRequest<LinkTest, { request: LinkTestRequest }>();
  const shown: number[] = [];
  const machine = pixelsMachine.provide({
    actors: {
      address: fromCallback<{ type: string }, undefined, PixelsRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'pixels.recalled', part: 'links', id }),
      ),
      trackingLinks: trackingLinksMachine.provide({ actors: { readEntries: read.logic } }),
      linkTest: linkTestMachine.provide({ actors: { runTask: click.logic } }),
    },
    actions: { showLinkOf: (_, { affiliate }) => void shown.push(affiliate) },
  });
  const projects = member.projects.map((project) => ({ ...project, role }));
  const input = { ...screenInput, member: { ...member, projects } };
  const actor = createActor(machine, { input }).start();
  render(<PixelsScreen actor={actor} />);
  const answer = (rows = links) => read.answer({ output: { rows, extra: { offers } } });
  return { actor, read, click, answer, shown, user: userEvent.setup() };
}
const field = async (label: string) =>
  (await screen.findByLabelText<HTMLInputElement>(label)).value;

describe('the tracking link', () => {
  it('of the affiliate in the address gets the macros of a source, an offer and a sub-id', async () => {
    const { answer, user, shown } = open('owner', 4);
    answer();
    expect(await field('Link')).toBe('https://ledger.test/t/c/1002?k=mp_1');
    await user.click(screen.getByRole('button', { name: /Traffic source/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'TikTok' }));
    await user.click(screen.getByRole('button', { name: /Offer/ }));
    expect(screen.queryByRole('menuitemradio', { name: /Hats/ })).toBeNull();
    await user.click(await screen.findByRole('menuitemradio', { name: /Boots/ }));
    await user.type(screen.getByLabelText(/^Sub-id/), 'n 1');
    expect(await field('Link')).toBe(
      'https://ledger.test/t/c/1002?k=mp_1&offer=101&affsub=n%201&utm_source=tiktok&utm_medium=paid&campaign_id=__CAMPAIGN_ID__&adset_id=__AID__&ad_id=__CID__&ttclid=__CLICKID__',
    );
    await user.click(screen.getByRole('button', { name: /Affiliate/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: /North Media/ }));
    expect(shown).toEqual([3]);
  });

  it.each([
    ['owner', 'Enter the website'],
    ['buyer', null],
  ] as const)('without a destination says so to a %s where it is copied', async (role, name) => {
    const { answer } = open(role);
    answer(links.map((link) => ({ ...link, leads_to: null, fault: 'no_address' as const })));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('This link answers “not found”');
    const way = screen.queryByRole('link', { name: 'Enter the website' });
    expect(way?.getAttribute('href') ?? null).toBe(name && '/settings/company-settings');
    expect(await screen.findByRole('button', { name: 'Copy link' })).toBeDefined();
  });

  it('is tested, and says what arrived or why not', async () => {
    const { answer, user, click } = open();
    answer();
    await user.click(await screen.findByRole('button', { name: 'Send test click' }));
    expect(click.calls).toEqual([{ request: { affiliate: 3, offer: null } }]);
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    click.answer({ error: offline });
    expect(await screen.findByText(offline.message)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Send test click' }));
    const message = 'The click arrived, marked as a test and not counted.';
    const leads_to = 'https://shop.test/?click_id=ck_1&affid=1001';
    click.answer({ output: { ok: true, click_id: 'ck_1', leads_to, ms: 420, message } });
    expect(await screen.findByText(message)).toBeDefined();
    expect(screen.getByText(leads_to)).toBeDefined();
    expect(screen.getByRole('link', { name: 'Open as a test' }).getAttribute('href')).toBe(
      'https://ledger.test/t/c/1001?test=1',
    );
  });

  it('cannot be tested by those who may only look', async () => {
    const { answer } = open('viewer');
    answer();
    expect(await screen.findByRole('link', { name: 'Open as a test' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Send test click' })).toBeNull();
  });

  it('needs an affiliate, and is read again after a failure or for another project', async () => {
    const { actor, answer, read, user } = open();
    read.answer({ error: offline });
    await user.click(await screen.findByRole('button', { name: /^Retry/ }));
    answer([]);
    expect(await screen.findByText('No affiliates yet')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Postback address' })).toBeNull();
    act(() => actor.send({ type: 'query.change', query: { ...screenInput.query, project: 8 } }));
    expect(read.calls.at(-1)?.scope).toEqual({ project: 8 });
  });
});

describe('the postback address', () => {
  it('has the macros of the network, and the key that is entered', async () => {
    const { answer, user } = open();
    answer();
    await user.click(await screen.findByRole('button', { name: /Network/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'CAKE' }));
    expect(await field('Postback')).toBe(
      'https://ledger.test/t/pb?key=YOUR_COLLECT_KEY&click_id=#s2#&txid=#leadid#&payout=#price#&network=cake',
    );
    expect(screen.getByText('s2={click_id}')).toBeDefined();
    await user.type(screen.getByLabelText('Collect key'), 'cs_secret');
    expect(await field('Postback')).toContain('key=cs_secret&');
  });

  it('of a network that sends none is replaced by what to do', async () => {
    const { answer, user } = open();
    answer();
    await user.click(await screen.findByRole('button', { name: /Network/ }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'CJ' }));
    expect(await screen.findByText(/^CJ sends no postbacks/)).toBeDefined();
    expect(screen.queryByLabelText('Postback')).toBeNull();
  });
});
