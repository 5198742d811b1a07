import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Copy, Filter, FilterX, ListTree } from 'lucide-react';
import { useRef } from 'react';
import type { Grouping } from '#contract/analytics/report-query.ts';
import { groupingNames } from './groupings.ts';
import type { Openable, Pointed } from './RowName.tsx';

/** A hand that takes another way than the straight one into the submenu passes what closes it, for that many ms. */
const patience = 250;

/** What can be done with one row. */
export function RowMenu({
  pointed,
  grouping,
  free,
  onClose,
  onOpen,
  onlyThis,
  allButThis,
}: {
  /** Null while no menu is open. */
  pointed: Pointed | null;
  grouping: Grouping;
  /** By what the row can be opened. */
  free: readonly Grouping[];
  onClose: () => void;
  onOpen: (row: Openable, grouping: Grouping) => void;
  /** Null where the selection has no words for it. */
  onlyThis: (() => void) | null;
  allButThis: (() => void) | null;
}) {
  const { one, definition } = groupingNames[grouping];
  const row = pointed?.row;
  const first = useRef<HTMLElement>(null);
  return (
    <Menu.Root
      open={pointed !== null}
      onOpenChange={(open) => !open && onClose()}
      onOpenChangeComplete={() => isCell(pointed?.anchor) && enter(first.current)}
    >
      <Menu.Portal>
        <Menu.Positioner
          className="positioner"
          anchor={pointed?.anchor ?? null}
          sideOffset={4}
          align="start"
        >
          <Menu.Popup
            className="floating menu desk-menu"
            aria-label={row ? `Menu of ${row.label}` : undefined}
            finalFocus={() => cellOf(pointed?.anchor)}
          >
            {row ? (
              <>
                <Menu.SubmenuRoot>
                  <Menu.SubmenuTrigger
                    ref={first}
                    className="menu-item"
                    disabled={free.length === 0}
                    closeDelay={patience}
                  >
                    <span className="menu-mark">
                      <ListTree size={14} aria-hidden="true" />
                    </span>
                    <span className="menu-text">Open by</span>
                    <ChevronRight size={14} aria-hidden="true" />
                  </Menu.SubmenuTrigger>
                  <Menu.Portal>
                    <Menu.Positioner className="positioner" sideOffset={4} alignOffset={-4}>
                      <Menu.Popup className="floating menu">
                        {free.map((name) => (
                          <Menu.Item
                            key={name}
                            className="menu-item"
                            onClick={() => onOpen(row, name)}
                          >
                            <span className="menu-text">{groupingNames[name].one}</span>
                          </Menu.Item>
                        ))}
                      </Menu.Popup>
                    </Menu.Positioner>
                  </Menu.Portal>
                </Menu.SubmenuRoot>
                {onlyThis ? (
                  <Menu.Item className="menu-item" onClick={onlyThis}>
                    <span className="menu-mark">
                      <Filter size={14} aria-hidden="true" />
                    </span>
                    Filter to this
                  </Menu.Item>
                ) : null}
                {allButThis ? (
                  <Menu.Item className="menu-item" onClick={allButThis}>
                    <span className="menu-mark">
                      <FilterX size={14} aria-hidden="true" />
                    </span>
                    Exclude this
                  </Menu.Item>
                ) : null}
                {row.key ? (
                  <Menu.Item className="menu-item" onClick={() => copy(row.key)}>
                    <span className="menu-mark">
                      <Copy size={14} aria-hidden="true" />
                    </span>
                    <span className="menu-text">Copy id</span>
                    <span className="menu-note desk-key">{row.key}</span>
                  </Menu.Item>
                ) : null}
                <div className="menu-line" />
                <p className="menu-head desk-why">
                  <strong>{one}</strong>
                  {row.key ? definition : `${definition} Here none is known.`}
                </p>
              </>
            ) : null}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const cellOf = (anchor: HTMLElement | undefined): HTMLElement | null =>
  anchor?.closest<HTMLElement>('[data-at]') ?? null;

/** Opened from the keyboard: a pointer uses the button in the cell. */
const isCell = (anchor: HTMLElement | undefined): boolean => anchor?.matches('[data-at]') ?? false;

/** A menu without a button of its own has the keyboard as a whole, where nobody sees it. */
function enter(item: HTMLElement | null): void {
  if (item?.closest('[role="menu"]') === item?.ownerDocument.activeElement) item?.focus();
}

/** A browser may refuse the clipboard; the id stands in the menu to be read. */
async function copy(text: string | null): Promise<void> {
  await navigator.clipboard?.writeText(text ?? '').catch(() => {});
}
