import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { ViewState } from '#contract/saved-views/view-state.ts';
import { type CopiedLink, shareMachine } from '#machines/app/share.ts';
import { asOfViewState, currentViewState } from '#machines/selection/permalink.ts';
import type { Query } from '#model/query.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { freshness, member } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { stubbedSelection } from '../../support/stub-machines.ts';

const address = 'https://ledger.test/dashboard?project=7';

function chosen(opening: ViewState = {}) {
  const { parent } = recordingParent<{ type: 'selection.changed'; query: Query | null }>();
  const actor = createActor(stubbedSelection, { input: { member, facts: {}, opening, parent } });
  return actor.start().getSnapshot().context;
}

describe('a link', () => {
  it('is shown where it cannot be copied, until it is closed', async () => {
    const copyLink = scriptedRequest<CopiedLink, { opening: ViewState }>();
    const actor = createActor(
      shareMachine.provide({ actors: { copyLink: copyLink.logic } }),
    ).start();
    const value = () => actor.getSnapshot().value;
    actor.send({ type: 'link.copy', opening: { project: 7 }, isFrozen: true });
    expect(copyLink.calls).toEqual([{ opening: { project: 7 } }]);
    copyLink.answer({ output: { address, isCopied: false } });
    await expect.poll(value).toBe('shown');
    expect(actor.getSnapshot().context).toMatchObject({ address, isFrozen: true });
    actor.send({ type: 'link.close' });
    expect(value()).toBe('idle');
  });

  it('without a fixed date follows the current days', () => {
    expect(currentViewState(chosen({ project: 7, range: 'last_7_days' }))).toMatchObject({
      project: 7,
      range: 'last_7_days',
    });
    expect(currentViewState(chosen())).not.toHaveProperty('asOf');
  });

  it('that is a permalink contains days, zone, attribution, instant and definitions', () => {
    const known = {
      ...freshness,
      complete_through: '2026-11-20T20:13:58Z',
      definitions_version: 3,
    };
    expect(asOfViewState(chosen({ project: 7, range: 'last_7_days' }), known)).toMatchObject({
      project: 7,
      range: { start: '2026-11-14', end: '2026-11-20' },
      timezone: 'America/New_York',
      comparison: 'same_elapsed',
      model: 'last_click',
      lookbackDays: 30,
      clock: 'conversion',
      asOf: '2026-11-20T20:13:58Z',
      definitions: 3,
    });
  });

  it('that is a permalink stays at its instant, and none is made of missing figures', () => {
    const asOf = '2026-11-12T14:03:00Z';
    const again = chosen({ project: 7, asOf, definitions: 2 });
    expect(asOfViewState(again, { ...freshness, definitions_version: 3 })).toMatchObject({
      asOf,
      definitions: 2,
      range: { start: '2026-11-12', end: '2026-11-12' },
    });
    expect(asOfViewState(chosen(), undefined)).toBeNull();
  });
});
