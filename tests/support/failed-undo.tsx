import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type ActorRefFrom, type AnyStateMachine, createActor } from 'xstate';
import { offline } from './samples.ts';
import type { Scene } from './scene.ts';
import { scriptedRequest } from './scripted-request.ts';
import { withActors } from './stub-machines.ts';

/** The view of a collection offers a failed Undo again, also if the list itself could not be read. */
export function seeFailedUndo<M extends AnyStateMachine>(
  { machine, plan, view }: Scene<M>,
  entry: { id: unknown },
  { name, open = async () => {} }: { name: string; open?: () => Promise<void> },
) {
  it('offers a failed Undo again although its list could not be read', async () => {
    const read = scriptedRequest<unknown, unknown>();
    const restore = scriptedRequest<unknown, unknown>();
    const actor = createActor(
      withActors(machine, { readEntries: read.logic, restoreEntry: restore.logic }),
      { input: plan.inputs?.[0] },
    ).start();
    const expectState = (value: unknown) =>
      waitFor(() => expect(actor.getSnapshot().value).toEqual(value));
    render(view(actor as ActorRefFrom<M>));
    await open();
    actor.send({ type: 'list.refresh' });
    read.answer({ error: offline });
    await expectState('failed');
    actor.send({ type: 'entry.restore', entry });
    await expectState('restoringUnread');
    restore.answer({ error: offline });
    await expectState('reading');
    read.answer({ error: offline });
    await screen.findByText(new RegExp(`“${name}” not restored\\.`));
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await expectState('restoringUnread');
    expect(restore.calls).toEqual([{ entry }, { entry }]);
  });
}
