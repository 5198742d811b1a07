import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import { ZoneNote } from '#views/selection/ZoneNote.tsx';
import { recordingParent } from '../../support/recording-parent.ts';
import { member } from '../../support/samples.ts';
import { silentSelection } from '../../support/stub-machines.ts';

const notice = 'Your time zone "GMT+0530" is not known, so times are shown in UTC.';

it.each([[notice], [undefined]])('a stored zone that no clock knows is told: %s', (told) => {
  const { parent } = recordingParent();
  const person = told === undefined ? member : { ...member, timezone_notice: told };
  const input = { member: person, facts: {}, parent };
  const actor = createActor(silentSelection, { input }).start();
  render(<ZoneNote actor={actor} />);
  expect(screen.queryByRole('status')?.textContent).toBe(told);
});
