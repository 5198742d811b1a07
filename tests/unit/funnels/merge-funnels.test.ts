import { describe, expect, it } from 'vitest';
import type { Step } from '#contract/funnels/definition.ts';
import { type FunnelDraft, funnelDraftOf } from '#model/funnel-draft.ts';
import { mergeFunnels } from '#model/merge-funnels.ts';
import { bump, checkout, funnel, landing, purchase } from '../../support/funnel-overview.ts';

const before = funnelDraftOf(funnel);
const changed = (change: Partial<FunnelDraft>): FunnelDraft => ({ ...before, ...change });
const withSteps = (...steps: Step[]) => changed({ steps });
const slugsOf = ({ steps }: FunnelDraft) => steps.map(({ slug }) => slug).join();
const extra = (slug: string): Step => ({ ...purchase, slug, name: slug });

const both = (mine: FunnelDraft, theirs: FunnelDraft) =>
  (['mine', 'theirs'] as const).map((side) => mergeFunnels({ before, mine, theirs }, side));

describe('two drafts that began as one', () => {
  it('keep what only one of them changed, whoever is preferred', () => {
    const mine = changed({ name: 'Mine', targets: { ...before.targets, cpa: '12' } });
    const theirs = changed({
      window_minutes: 60,
      targets: { ...before.targets, overall_rate: 0.07 },
      exclusions: [{ matcher: checkout.matcher, from_step: 'landing', to_step: 'purchase' }],
    });
    const merged = {
      ...theirs,
      name: 'Mine',
      targets: { ...before.targets, cpa: '12', overall_rate: 0.07 },
    };
    expect(both(mine, theirs)).toEqual([merged, merged]);
  });

  it('take the preferred value of what both changed', () => {
    const names = both(changed({ name: 'Mine' }), changed({ name: 'Theirs' }));
    expect(names.map(({ name }) => name)).toEqual(['Mine', 'Theirs']);
  });

  it('keep the changes of both in one step', () => {
    const mine = withSteps(landing, { ...checkout, name: 'Till' }, bump, purchase);
    const theirs = withSteps(landing, { ...checkout, optional: true }, bump, purchase);
    const step = { ...checkout, name: 'Till', optional: true };
    expect(both(mine, theirs).map(({ steps }) => steps[1])).toEqual([step, step]);
  });

  it('keep a step that one changed and the other deleted only where the change is preferred', () => {
    const edited = withSteps(landing, { ...checkout, name: 'Till' }, bump, purchase);
    const deleted = withSteps(landing, bump, purchase);
    expect(both(edited, deleted).map(slugsOf)).toEqual([
      'landing,checkout,bump,purchase',
      'landing,bump,purchase',
    ]);
    expect(both(deleted, edited).map(slugsOf)).toEqual([
      'landing,bump,purchase',
      'landing,checkout,bump,purchase',
    ]);
  });

  it('leave out a step that one deleted and the other did not touch', () => {
    const deleted = withSteps(landing, bump, purchase);
    const slugs = both(deleted, changed({ name: 'Theirs' })).map(slugsOf);
    expect(slugs).toEqual(['landing,bump,purchase', 'landing,bump,purchase']);
  });

  it('place the steps that each added after the same steps as before', () => {
    const mine = withSteps(landing, extra('quiz'), checkout, bump, purchase);
    const theirs = withSteps(extra('ad'), landing, checkout, bump, purchase, extra('thanks'));
    const slugs = 'ad,landing,quiz,checkout,bump,purchase,thanks';
    expect(both(mine, theirs).map(slugsOf)).toEqual([slugs, slugs]);
  });

  it('take the order of the one who changed it, or the preferred one', () => {
    const mine = withSteps(checkout, landing, bump, purchase);
    const theirs = withSteps(landing, checkout, purchase, bump);
    const renamed = changed({ name: 'Theirs' });
    expect(both(mine, renamed).map(slugsOf)).toEqual(Array(2).fill(slugsOf(mine)));
    expect(both(renamed, mine).map(slugsOf)).toEqual(Array(2).fill(slugsOf(mine)));
    expect(both(mine, theirs).map(slugsOf)).toEqual([slugsOf(mine), slugsOf(theirs)]);
  });
});
