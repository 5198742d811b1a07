import { Menu } from '@base-ui/react/menu';
import { BookOpen, Check, Ellipsis, Link2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

/** The other form of a panel's figures: rows instead of a drawing. */
export type Twin = { shown: boolean; onChange: (shown: boolean) => void };

/** What can be done with a panel as a whole. Its address is the page's with the panel as anchor. */
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
  /** Further acts, between the twin and the link. */
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

/** A page without a secure origin may not write to the clipboard, and a browser may refuse it. */
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
