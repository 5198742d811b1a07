import { describe, expect, it } from 'vitest';
import type { StepHealth } from '#contract/funnels/report.ts';
import { readableHealth } from '#server/funnels/report/readable-health.ts';

const silent: StepHealth = {
  state: 'silent',
  since: '2026-11-20T09:00:00.000Z',
  seen: 0,
  expected: 18,
  checked_at: '2026-11-20T12:00:00.000Z',
};
const hidden = { since: null, seen: null, expected: null };

async function healthFor(visibleAffids: readonly string[] | null) {
  const scope = {
    ...{ id: 7, name: 'Acme', slug: 'acme', timezone: 'UTC', currency: 'USD' },
    ...{ affids: visibleAffids, visibleAffids },
  };
  const funnel = {
    ...{ id: 'main', projectId: 7, slug: 'main', name: 'Main', status: 'active' as const },
    ...{ isDefault: false, targets: { overall_rate: null, cpa: null }, version: 1 },
  };
  return readableHealth(async () => new Map([['lead', silent]]), { scope, funnel });
}

describe('the health of a step', () => {
  it('is all that was found for who sees the whole project', async () => {
    expect((await healthFor(null))('lead')).toEqual(silent);
  });

  it('is the state for members of an affiliate, and nothing of the events of others', async () => {
    expect((await healthFor(['1001']))('lead')).toEqual({ ...silent, ...hidden });
  });

  it('is unknown of a step that was not evaluated', async () => {
    const unknown = { state: 'unknown', ...hidden, checked_at: null };
    expect((await healthFor(null))('other')).toEqual(unknown);
  });
});
