import { Menu } from '@base-ui/react/menu';
import { ChevronRight, Copy, Filter, FilterX, ListTree } from 'lucide-react';
import { useRef } from 'react';
import type { Grouping } from '#contract/analytics/dimensions.ts';
import { groupingNames } from './groupings.ts';
import type { MenuTarget, OpenableRow } from './RowName.tsx';

/**
 * A pointer that moves diagonally into the submenu leaves the item for a moment; the submenu stays open this many
 * milliseconds.
 */
const patience = 250;

/** The menu of one row. */
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
  pointed: MenuTarget | null;
  grouping: Grouping;
  /** The groupings that the row can be opened by. */
  free: readonly Grouping[];
  onClose: () => void;
  onOpen: (row: OpenableRow, grouping: Grouping) => void;
  /** Null where the selection has no such filter. */
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
                  {row.key ? definition : `${definition} It is unknown here.`}
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

/** Whether the keyboard opened the menu; the pointer uses the button in the cell. */
const isCell = (anchor: HTMLElement | undefined): boolean => anchor?.matches('[data-at]') ?? false;

/** A menu that the keyboard opened has no trigger, so its first item takes the focus. */
function enter(item: HTMLElement | null): void {
  if (item?.closest('[role="menu"]') === item?.ownerDocument.activeElement) item?.focus();
}

/** If the browser refuses the clipboard, the id can be read in the menu. */
async function copy(text: string | null): Promise<void> {
  await navigator.clipboard?.writeText(text ?? '').catch(() => {});
}
