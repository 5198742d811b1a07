import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { ListFilter } from 'lucide-react';
import { flushSync } from 'react-dom';
import { filterGroups } from '#contract/analytics/dimensions.ts';
import type { FilterOptionsActor } from '#machines/selection/filter-options.ts';
import { valuesIn } from '#machines/selection/filters.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';
import { Button } from '../kit/Button.tsx';
import { FilterGroups } from './FilterGroups.tsx';
import { enterFilterBar, filterBar } from './filter-bar.ts';

type Props = { selection: SelectionActor; filters: FilterOptionsActor };

/** The number of filters; opens the sidebar, or a sheet on narrow screens. */
export function FilterButton({ selection, filters }: Props) {
  const shown = useSelector(selection, ({ context }) => context.sidebarRight);
  return (
    <>
      <button
        type="button"
        className="trigger filters-dock"
        aria-keyshortcuts="/"
        aria-pressed={shown}
        aria-controls={shown ? filterBar : undefined}
        onClick={() => {
          if (shown) filters.send({ type: 'group.close' });
          flushSync(() => selection.send({ type: 'sidebarRight.set', on: !shown }));
          if (!shown) enterFilterBar();
        }}
      >
        <Label selection={selection} />
      </button>
      <Dialog.Root onOpenChange={(open) => !open && filters.send({ type: 'group.close' })}>
        <Dialog.Trigger className="trigger filters-sheet" aria-keyshortcuts="/">
          <Label selection={selection} />
        </Dialog.Trigger>
        <Dialog.Portal>
          <Dialog.Backdrop className="backdrop" />
          <Dialog.Popup className="sheet filters">
            <Dialog.Title className="sheet-title">Filters</Dialog.Title>
            <FilterGroups selection={selection} filters={filters} />
            <Dialog.Close render={<Button look="primary">Done</Button>} />
          </Dialog.Popup>
        </Dialog.Portal>
      </Dialog.Root>
    </>
  );
}

/** The space of the button while there is nothing to filter. */
export function FilterButtonToCome() {
  return ['filters-dock', 'filters-sheet'].map((name) => (
    <button key={name} type="button" className={`trigger ${name}`} disabled>
      <ListFilter className="chosen-icon" size={16} aria-hidden="true" />
      <span className="filters-word">Filters</span>
    </button>
  ));
}

function Label({ selection }: { selection: SelectionActor }) {
  const set = useSelector(
    selection,
    ({ context }) => filterGroups.filter((group) => valuesIn(context, group).length > 0).length,
  );
  return (
    <>
      <ListFilter className="chosen-icon" size={16} aria-hidden="true" />
      <span className="filters-word">Filters</span>
      {set > 0 ? (
        <span className="filters-count">
          {set}
          <span className="only-read"> set</span>
        </span>
      ) : null}
    </>
  );
}
