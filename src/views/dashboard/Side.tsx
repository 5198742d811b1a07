import { Toggle } from '@base-ui/react/toggle';
import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection/selection.ts';

const sides = [
  { name: 'Server', isBrowser: false },
  { name: 'Browser', isBrowser: true },
] as const;

/** What counts: every report of a conversion or each once, as the server or as the browser saw it. */
export function Side({ selection }: { selection: SelectionActor }) {
  const browser = useSelector(selection, ({ context }) => context.browserConversions);
  const unique = useSelector(selection, ({ context }) => context.uniqueConversions);
  return (
    <>
      <Toggle
        className="chip chip-toggle"
        pressed={unique}
        onPressedChange={(on) => selection.send({ type: 'uniqueConversions.set', on })}
      >
        Unique only
      </Toggle>
      <fieldset className="segments" aria-label="Counted by">
        {sides.map(({ name, isBrowser }) => (
          <button
            key={name}
            type="button"
            className="segment"
            aria-pressed={browser === isBrowser}
            onClick={() => selection.send({ type: 'browserConversions.set', on: isBrowser })}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </>
  );
}
