import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { UpgradeNotice as Notice } from '#contract/installation/upgrade-notices.ts';
import { upgradeNoticeMachine } from '#machines/app/upgrade-notice.ts';
import { UpgradeNotice } from '#views/app/shell/UpgradeNotice.tsx';
import { offline, upgradeNotice } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

function open(notices: readonly Notice[]) {
  const dismissing = scriptedRequest<string, { request: string }>();
  const actor = createActor(
    upgradeNoticeMachine.provide({ actors: { runTask: dismissing.logic } }),
  ).start();
  render(<UpgradeNotice actor={actor} notices={notices} />);
  return { actor, dismissing, user: userEvent.setup() };
}

const notice = () => screen.getByRole('region', { name: 'What the upgrade changed' });
const button = () => within(notice()).getByRole<HTMLButtonElement>('button', { name: 'Dismiss' });

describe('the notice of an upgrade', () => {
  it('shows each changed figure on request', async () => {
    const { user } = open([upgradeNotice]);
    expect(within(notice()).getByRole('status').textContent).toBe(upgradeNotice.text);
    const details = within(notice()).getByRole<HTMLDetailsElement>('group');
    expect(details.open).toBe(false);
    await user.click(within(notice()).getByText('What has changed'));
    expect(details.open).toBe(true);
    for (const { figure, change } of upgradeNotice.changes) {
      expect(within(details).getByText(figure).tagName).toBe('DT');
      expect(within(details).getByText(change).tagName).toBe('DD');
    }
  });

  it('disappears with its dismissal, and the next one is shown', async () => {
    const next = { ...upgradeNotice, id: 'leap-days', text: 'Another upgrade.' };
    const { actor, dismissing, user } = open([upgradeNotice, next]);
    await user.click(button());
    expect(button().disabled).toBe(true);
    dismissing.answer({ output: upgradeNotice.id });
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(next.text));
    await user.click(button());
    expect(actor.getSnapshot().context.request).toBe(next.id);
  });

  it('stays with the reason while it cannot be dismissed, and can be dismissed then', async () => {
    const { dismissing, user } = open([upgradeNotice]);
    await user.click(button());
    dismissing.answer({ error: offline });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(offline.message);
    await user.click(button());
    dismissing.answer({ output: upgradeNotice.id });
    await waitFor(() => expect(screen.queryByRole('region')).toBeNull());
  });
});
