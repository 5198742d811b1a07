import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import { firstEventMachine } from '#machines/dashboard/first-event.ts';
import type { FirstEvents, Question } from '#model/query.ts';
import { FirstRun } from '#views/dashboard/FirstRun.tsx';
import { NextSteps } from '#views/dashboard/NextSteps.tsx';
import { firstEventGestures } from '../../support/gestures/dashboard/first-event.ts';
import { recordingParent } from '../../support/recording-parent.ts';
import { question } from '../../support/samples.ts';
import {
  firstEventScene,
  selection,
  selectionOf,
} from '../../support/scenes/dashboard/first-event.tsx';
import { walkView } from '../../support/view-walk.tsx';

walkView(firstEventScene, {
  gestures: firstEventGestures,
  sees: ({ context: { arrivals } }) => {
    expect(screen.getByText(/events received$/).textContent).toBe('0 events received');
    expect(screen.queryByText('ck_ab') !== null).toBe(arrivals !== null);
  },
});

describe('the first run', () => {
  it.each([
    [
      'owner',
      [
        'Create an affiliate (done)',
        'Get a tracking link',
        'Install a pixel',
        'Invite a colleague',
      ],
    ],
    ['buyer', ['Install a pixel']],
    ['viewer', []],
  ])('shows an %s the next step', (role, steps) => {
    render(<NextSteps selection={selectionOf(role)} />);
    expect(screen.queryAllByRole('link').map(({ textContent }) => textContent)).toEqual(steps);
  });

  it('copies the whole command', async () => {
    const { parent } = recordingParent<{ type: 'events.missing' } | { type: 'events.arrived' }>();
    const actor = createActor(
      firstEventMachine.provide({
        actors: {
          readProjectHistory: fromPromise<boolean, { question: Question }>(async () => false),
          readFirstEvents: fromPromise<FirstEvents, { question: Question }>(async () => ({
            received: 0,
            collectKey: 'ck_ab',
          })),
        },
      }),
      { input: { question, parent } },
    ).start();
    render(<FirstRun actor={actor} selection={selection} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    await screen.findByRole('button', { name: 'Copied' });
    const copied = await navigator.clipboard.readText();
    expect(copied).toBe(screen.getByLabelText('Command').textContent);
    expect(copied).toMatch(/^curl -X POST http.*\/api\/v1\/collect\/server\//);
    actor.stop();
  });
});
