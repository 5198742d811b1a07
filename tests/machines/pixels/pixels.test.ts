import { expect, it } from 'vitest';
import { createActor, fromCallback } from 'xstate';
import type { Pixel } from '#contract/event-pixels/schemas.ts';
import { eventPixelsMachine, pixelListMachine } from '#machines/event-pixels/event-pixels.ts';
import type { PixelEvent } from '#machines/event-pixels/pixel-model.ts';
import { type PixelsRecalledEvent, pixelsMachine } from '#machines/pixels/pixels.ts';
import { member, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';

it('gives a changed role to the event pixels and to the pixel that is open', () => {
  const readEntries = scriptedRequest<
    { rows: Pixel[]; extra?: { events: PixelEvent[] } },
    { scope: { project: number; slug: string }; isRefresh: boolean }
  >();
  const machine = pixelsMachine.provide({
    actors: {
      address: fromCallback<{ type: string }, undefined, PixelsRecalledEvent>(({ sendBack }) =>
        sendBack({ type: 'pixels.recalled', part: 'events', id: null }),
      ),
      eventPixels: eventPixelsMachine.provide({
        actors: {
          address: fromCallback(() => {}),
          list: pixelListMachine.provide({ actors: { readEntries: readEntries.logic } }),
        },
      }),
    },
  });
  const actor = createActor(machine, { input: screenInput }).start();
  const eventPixels = () => actor.getSnapshot().children.eventPixels?.getSnapshot();
  const roles = () => [
    eventPixels()?.context.place.role,
    eventPixels()?.children.editor?.getSnapshot().context.place.role,
  ];
  expect(roles()).toEqual(['owner', 'owner']);
  const projects = member.projects.map((project) => ({ ...project, role: 'viewer' }));
  actor.send({ type: 'member.change', member: { ...member, projects } });
  expect(roles()).toEqual(['viewer', 'viewer']);
  expect(readEntries.calls).toHaveLength(1);
});
