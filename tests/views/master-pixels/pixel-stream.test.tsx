import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { CollectedEvent } from '#contract/master-pixels/stream.ts';
import {
  type PixelStreamSnapshot,
  pixelStreamMachine,
} from '#machines/master-pixels/pixel-stream.ts';
import { pixelStreamGestures } from '../../support/gestures/master-pixels/pixel-stream.ts';
import { ordered } from '../../support/master-pixels.ts';
import { pixelStreamScene } from '../../support/scenes/master-pixels/pixel-stream.tsx';
import { withActors } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Each state by the connection, the matching events, and the actions. */
function sees(state: PixelStreamSnapshot) {
  const { events, filter } = state.context;
  const shown = events.filter(({ side }) => filter.side === null || side === filter.side);
  const list = screen.queryByRole('region', { name: 'Latest events' });
  expect(list ? within(list).getAllByRole('time') : []).toHaveLength(shown.length);
  expect(screen.queryByText('Listening') !== null).toBe(state.hasTag('live'));
  expect(screen.queryByText('Connecting') !== null).toBe(state.hasTag('busy'));
  expect(screen.queryByRole('button', { name: 'Resume' }) !== null).toBe(state.matches('paused'));
  expect(screen.queryByText('This device is offline.') !== null).toBe(state.matches('offline'));
  expect(screen.queryByText(/^Too many live views/) !== null).toBe(state.matches('refused'));
  expect(screen.queryByRole('button', { name: /^Retry/ }) !== null).toBe(state.hasTag('failed'));
}

walkView(pixelStreamScene, {
  gestures: pixelStreamGestures,
  sees,
});

describe('the live events', () => {
  /** Reads of a field that only a line uses: how often the line was rendered. */
  function counted(uid: string) {
    const event = { ...ordered, uid, id: `14.${uid}.1795205623000` };
    let drawn = 0;
    Object.defineProperty(event, 'is_bot', { enumerable: true, get: () => drawn++ < 0 });
    return { event, drawn: () => drawn };
  }

  function show() {
    const actor = createActor(
      withActors(pixelStreamMachine, {
        subscribeToStream: fromCallback(() => {}),
        network: fromCallback(() => {}),
      }),
      { input: { scope: { project: 7, pixel: null, side: null }, parent: null } },
    ).start();
    const send = (events: CollectedEvent[]) =>
      act(() => actor.send({ type: 'stream.received', events }));
    actor.send({ type: 'stream.opened' });
    render(pixelStreamScene.view(actor));
    return { actor, send };
  }

  it('are rendered once each, whatever comes after them', () => {
    const { actor, send } = show();
    const first = counted('1');
    send([first.event]);
    const once = first.drawn();
    expect(once).toBeGreaterThan(0);
    send([counted('2').event, counted('3').event]);
    act(() => actor.send({ type: 'stream.advanced', cursor: '15.1.1795205624000' }));
    expect(screen.getAllByRole('listitem')).toHaveLength(3);
    expect(first.drawn()).toBe(once);
  });

  it('show all fields of one when it is opened, and render none of it before', async () => {
    const { send } = show();
    send([ordered]);
    const line = screen.getByRole('listitem');
    expect(within(line).queryByText('Order id')).toBeNull();
    expect(within(line).queryByRole('table')).toBeNull();
    await userEvent.click(within(line).getByText('purchase'));
    expect(await within(line).findByText('Order id')).toBeTruthy();
    expect(within(line).getByText('86.00')).toBeTruthy();
  });
});
