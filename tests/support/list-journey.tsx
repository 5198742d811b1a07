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
import { scripted } from './scripted.ts';
import { recast } from './stage.tsx';

type Listed<M extends AnyStateMachine> = {
  input: InputFrom<M>;
  /** One with a page behind it, the last one, and one without rows. */
  pages: { first: object; last: object; none: object };
  /** The label of the button that reads the next page. */
  more: string;
  view: (actor: ActorRefFrom<M>) => ReactNode;
  /** What a person sees in a state. */
  sees: (state: SnapshotFrom<M>) => void;
};

/**
 * Walks the view of a list through each state of a paged list in which it may differ. All transitions are walked on
 * the kit's own view. What a view has no button for is sent to the actor.
 */
export function seeList<M extends AnyStateMachine>(machine: M, listed: Listed<M>) {
  it('shows each state of its list', { timeout: 60_000 }, async () => {
    const { pages, more, view, sees } = listed;
    const read = scripted<unknown, unknown>();
    const clock = new SimulatedClock();
    const actor = createActor(recast(machine, { readPage: read.logic }), {
      input: listed.input,
      clock,
    }).start();
    const user = userEvent.setup();
    render(view(actor as ActorRefFrom<M>));
    const expectState = (value: unknown) =>
      waitFor(() => {
        const state: AnyMachineSnapshot = actor.getSnapshot();
        expect(state.value).toEqual(value);
        sees(state as SnapshotFrom<M>);
      });
    const press = async (name: string | RegExp, type: string) => {
      const button = screen.queryByRole('button', { name });
      if (button) await user.click(button);
      else actor.send({ type });
    };

    await expectState('loading');
    read.answer({ error: offline });
    await expectState('failed');
    await press(/^Retry/, 'retry');
    await expectState('loading');
    read.answer({ output: pages.first });
    await expectState({ ready: 'fresh' });
    await press(more, 'page.next');
    await expectState({ ready: 'extending' });
    read.answer({ error: offline });
    await expectState({ ready: 'short' });
    await press(/^Retry/, 'retry');
    await expectState({ ready: 'extending' });
    read.answer({ output: pages.last });
    await expectState({ ready: 'fresh' });
    await press('Refresh', 'list.refresh');
    await expectState({ ready: 'refreshing' });
    read.answer({ error: offline });
    await expectState({ ready: 'stale' });
    await press(/^Retry/, 'retry');
    await expectState({ ready: 'refreshing' });
    read.answer({ output: pages.first });
    await expectState({ ready: 'fresh' });
    const search = screen.queryByRole('searchbox');
    if (search) await user.type(search, 'ck_7');
    else actor.send({ type: 'text.change', text: {} });
    await expectState('typing');
    clock.increment(300);
    await expectState('loading');
    read.answer({ output: pages.none });
    await expectState({ empty: 'fresh' });
    await press('Refresh', 'list.refresh');
    await expectState('loading');
    read.answer({ error: offline });
    await expectState('failed');
    actor.send({ type: 'network.returned' });
    await expectState('loading');
    read.answer({ output: pages.last });
    await expectState({ ready: 'fresh' });
  });
}
