import { Menu } from '@base-ui/react/menu';
import { BookOpen, Check, Ellipsis, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** The switch between a panel's chart and its table. */
export type Twin = { shown: boolean; onChange: (shown: boolean) => void };

/** The menu of a panel. The panel's link is the page's address with an anchor. */
export function PanelMenu({
  name,
  anchor,
  twin,
  onDefine,
  children,
}: {
  name: string;
  anchor: string;
  twin?: Twin | undefined;
  onDefine: () => void;
  /** More items, between the switch and the link. */
  children?: ReactNode;
}) {
  const [copied, setCopied] = useState('');
  const copy = async () => setCopied(await copyLink(anchor));
  return (
    <div className="panel-menu">
      <Menu.Root onOpenChangeComplete={(open) => !open && setCopied('')}>
        <Menu.Trigger className="icon-button" aria-label={`Menu of ${name.toLowerCase()}`}>
          <Ellipsis size={16} aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner className="positioner" sideOffset={6} align="end">
            <Menu.Popup className="floating menu">
              {twin ? (
                <Menu.CheckboxItem
                  className="menu-item"
                  checked={twin.shown}
                  onCheckedChange={twin.onChange}
                  closeOnClick
                >
                  <span className="menu-mark">
                    <Menu.CheckboxItemIndicator>
                      <Check size={14} aria-hidden="true" />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  Show as table
                </Menu.CheckboxItem>
              ) : null}
              {children}
              <Menu.Item className="menu-item" closeOnClick={false} onClick={copy}>
                <span className="menu-mark">
                  <Link2 size={14} aria-hidden="true" />
                </span>
                {copied || 'Copy link'}
              </Menu.Item>
              <Menu.Item className="menu-item" onClick={onDefine}>
                <span className="menu-mark">
                  <BookOpen size={14} aria-hidden="true" />
                </span>
                What it shows
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <span className="only-read" role="status">
        {copied}
      </span>
    </div>
  );
}

/** Browsers refuse the clipboard without a secure origin or permission. */
async function copyLink(anchor: string): Promise<string> {
  try {
    const link = new URL(location.href);
    link.hash = anchor;
    await navigator.clipboard.writeText(link.href);
    return 'Link copied';
  } catch {
    return 'Copying is not allowed here';
  }
}
