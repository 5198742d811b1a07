import { Toggle } from '@base-ui/react/toggle';
import { ToggleGroup } from '@base-ui/react/toggle-group';
import { useSelector } from '@xstate/react';
import type { SelectionActor } from '#machines/selection.ts';

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
      <ToggleGroup
        className="segments"
        aria-label="Counted by"
        value={[browser ? 'browser' : 'server']}
        onValueChange={([side]) => {
          if (side) selection.send({ type: 'browserConversions.set', on: side === 'browser' });
        }}
      >
        <Toggle className="segment" value="server">
          Server
        </Toggle>
        <Toggle className="segment" value="browser">
          Browser
        </Toggle>
      </ToggleGroup>
    </>
  );
}
