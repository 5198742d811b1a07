import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import {
  type ActorRefFrom,
  type AnyMachineSnapshot,
  type AnyStateMachine,
  createActor,
  type InputFrom,
  SimulatedClock,
  type SnapshotFrom,
} from 'xstate';
import { offline } from './samples.ts';
import { scriptedRequest } from './scripted-request.ts';
import { withActors } from './stub-machines.ts';

type Listed<M extends AnyStateMachine> = {
  input: InputFrom<M>;
  /** A page that another page follows, the last page, and a page without rows. */
  pages: { first: object; last: object; none: object };
  view: (actor: ActorRefFrom<M>) => ReactNode;
  /** What a person sees in a state. */
  sees: (state: SnapshotFrom<M>) => void;
};

/**
 * Walks the view of a list that is searched through each state of a paged list in which the view may differ. The
 * kit's own test walks all transitions.
 */
export function seeList<M extends AnyStateMachine>(machine: M, listed: Listed<M>) {
  it('shows each state of its list', { timeout: 60_000 }, async () => {
    const { pages, view, sees } = listed;
    const read = scriptedRequest<unknown, unknown>();
    const clock = new SimulatedClock();
    const actor = createActor(withActors(machine, { readPage: read.logic }), {
      input: listed.input,
      clock,
    }).start();
    const user = userEvent.setup();
    render(view(actor as ActorRefFrom<M>));
    const expectState = (value: unknown) =>
      waitFor(() => {
        const state: AnyMachineSnapshot = actor.getSnapshot();
        expect(state.value).toEqual(value);
        const isDisabled = screen
          .queryByRole('button', { name: 'Load more' })
          ?.getAttribute('aria-disabled');
        if (isDisabled) expect(isDisabled).toBe(String(!state.can({ type: 'page.next' })));
        sees(state as SnapshotFrom<M>);
      });
    const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
    const canRefresh = screen.queryByRole('button', { name: 'Refresh' }) !== null;
    const type = async (change: (field: HTMLElement) => Promise<void>) => {
      await change(screen.getByRole('searchbox'));
      await expectState('typing');
      clock.increment(300);
    };

    await expectState('loading');
    read.answer({ error: offline });
    await expectState('failed');
    await press(/^Retry/);
    await expectState('loading');
    read.answer({ output: pages.first });
    await expectState({ ready: 'fresh' });
    await press('Load more');
    await expectState({ ready: 'extending' });
    read.answer({ error: offline });
    await expectState({ ready: 'nextPageFailed' });
    await press(/^Retry/);
    await expectState({ ready: 'extending' });
    read.answer({ output: pages.last });
    await expectState({ ready: 'fresh' });
    if (canRefresh) {
      await press('Refresh');
      await expectState({ ready: 'refreshing' });
      read.answer({ error: offline });
      await expectState({ ready: 'stale' });
      await press(/^Retry/);
      await expectState({ ready: 'refreshing' });
      read.answer({ output: pages.first });
      await expectState({ ready: 'fresh' });
    }
    await type((field) => user.type(field, 'ck_7'));
    await expectState('loading');
    read.answer({ output: pages.none });
    await expectState({ empty: 'fresh' });
    if (canRefresh) {
      await press('Refresh');
      await expectState({ empty: 'refreshing' });
    } else {
      await type((field) => user.clear(field));
      await expectState('loading');
    }
    read.answer({ error: offline });
    await expectState('failed');
    actor.send({ type: 'network.returned' });
    await expectState('loading');
    read.answer({ output: pages.last });
    await expectState({ ready: 'fresh' });
  });
}
