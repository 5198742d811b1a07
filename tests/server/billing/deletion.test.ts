import { describe, expect, it } from 'vitest';
import { billingFixture } from './fixture.ts';

const fixture = billingFixture({ mode: 'manual' });

/** A company with a plan, and the state of its subscription. */
async function subscribed() {
  const { request, person, member } = fixture();
  const owner = await person();
  const { id: project, name } = (
    await request(owner, 'POST', 'projects/', { name: 'Acme' })
  ).json();
  const [plan] = (await request(owner, 'GET', 'plans/')).json();
  const created = await request(owner, 'POST', 'subscriptions/', { project, plan: plan.id });
  const path = `subscriptions/${created.json().id}/`;
  const isEnding = async () => (await request(owner, 'GET', path)).json().cancel_at_period_end;
  const act = (verb: 'delete' | 'restore') =>
    request(owner, 'POST', `projects/${project}/${verb}/`, verb === 'delete' ? { name } : {});
  const partner = await member(project, 'owner');
  return { owner, partner, project, path, isEnding, act };
}

describe('deleting a project', () => {
  it('mails every owner once, with the way to undo it', async () => {
    const { mailbox, member } = fixture();
    const { owner, partner, project, act } = await subscribed();
    await member(project, 'billing');
    const before = mailbox.mails.length;
    await act('delete');
    await act('delete');
    const mails = mailbox.mails.slice(before);
    expect(mails.map(({ to }) => to)).toEqual([owner.email, partner.email]);
    expect(mails[0]?.subject).toBe('Acme will be deleted on 2026-11-27');
    expect(mails[0]?.text).toContain('/settings#data');
  });

  it('ends its subscription, which continues when the deletion is cancelled', async () => {
    const { isEnding, act } = await subscribed();
    await act('delete');
    expect(await isEnding()).toBe(true);
    await act('restore');
    expect(await isEnding()).toBe(false);
  });

  it('leaves a subscription ended that a person had ended before', async () => {
    const { request } = fixture();
    const { owner, path, isEnding, act } = await subscribed();
    await request(owner, 'PATCH', path, { cancel_at_period_end: true });
    await act('delete');
    await act('restore');
    expect(await isEnding()).toBe(true);
  });
});
