import { useSelector } from '@xstate/react';
import type { ConversionsActor } from '#machines/conversions.ts';
import type { SelectionActor } from '#machines/selection.ts';
import { Log } from './Log.tsx';
import { Story } from './Story.tsx';

/** The log of conversions, or the story of the one that is open. */
export function Conversions({
  actor,
  selection,
}: {
  actor: ConversionsActor;
  selection: SelectionActor;
}) {
  const story = useSelector(actor, ({ children }) => children.story);
  const isOpen = useSelector(story, (snapshot) => snapshot?.hasTag('open') ?? false);
  const { timezone, currency } = useSelector(actor, ({ context }) => context.query);
  return isOpen && story ? (
    <Story actor={story} zone={timezone} currency={currency} />
  ) : (
    <Log actor={actor} selection={selection} />
  );
}
