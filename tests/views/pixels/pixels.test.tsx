import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { createActor } from 'xstate';
import type { PixelsSnapshot } from '#machines/pixels/pixels.ts';
import { PixelsScreen } from '#views/pixels/PixelsScreen.tsx';
import { pixelsGestures } from '../../support/gestures/pixels/pixels.ts';
import { member, screenInput } from '../../support/samples.ts';
import { pixelsScene } from '../../support/scenes/pixels/pixels.tsx';
import { stubbedPixels } from '../../support/stub-machines.ts';
import { walkView } from '../../support/view-walk.tsx';

/** Each part by its own content. */
function sees(state: PixelsSnapshot) {
  const isThere = (name: string | RegExp) => screen.queryByRole('heading', { name }) !== null;
  expect(isThere('Master pixels')).toBe(state.matches('masters'));
  expect(isThere('Event pixels')).toBe(state.matches('events'));
  expect(isThere('Tracking link')).toBe(state.matches('links'));
  expect(screen.queryByText('Paste the code') !== null).toBe(state.matches('installing'));
  expect(screen.queryByRole('navigation', { name: 'Pixels' }) === null).toBe(
    state.matches('installing'),
  );
  const marked = (name: string) => screen.queryByRole('link', { name, current: 'page' }) !== null;
  expect(marked('On your pages')).toBe(state.matches('masters'));
  expect(marked('For affiliates')).toBe(state.matches('events'));
  expect(marked('Tracking links')).toBe(state.matches('links'));
}

walkView(pixelsScene, { gestures: pixelsGestures, sees });

it('show an affiliate the arriving events, without the master pixels that its role may not see', async () => {
  const projects = member.projects.map((one) => ({ ...one, role: 'affiliate' as const }));
  const input = { ...screenInput, member: { ...member, projects } };
  render(<PixelsScreen actor={createActor(stubbedPixels, { input }).start()} />);
  expect(await screen.findByRole('heading', { name: 'Events of an affiliate' })).toBeDefined();
  expect(screen.queryByRole('heading', { name: 'Master pixels' })).toBeNull();
});
