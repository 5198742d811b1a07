import { Menu } from '@base-ui/react/menu';
import { useSelector } from '@xstate/react';
import { Check, Contrast } from 'lucide-react';
import type { SessionActor } from '#machines/app/session.ts';
import type { Preferences } from '#model/local-storage.ts';

const themes = { system: 'System', light: 'Light', dark: 'Dark' } satisfies Record<
  Preferences['theme'],
  string
>;
const densities = { comfortable: 'Comfortable', compact: 'Compact' } satisfies Record<
  Preferences['density'],
  string
>;

/** How somebody likes to see the app. */
export function AppearanceMenu({ actor }: { actor: SessionActor }) {
  const preferences = useSelector(actor, ({ context }) => context.preferences);
  const change = (changed: Partial<Preferences>) =>
    actor.send({ type: 'preferences.change', preferences: { ...preferences, ...changed } });
  return (
    <Menu.Root>
      <Menu.Trigger className="sidebar-link">
        <Contrast size={18} aria-hidden="true" />
        <span className="sidebar-text">Appearance</span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="start" side="top">
          <Menu.Popup className="floating menu">
            <Options
              title="Theme"
              words={themes}
              value={preferences.theme}
              onChoose={(theme) => change({ theme })}
            />
            <div className="menu-line" />
            <Options
              title="Tables"
              words={densities}
              value={preferences.density}
              onChoose={(density) => change({ density })}
            />
            <div className="menu-line" />
            <Menu.CheckboxItem
              className="menu-item"
              checked={preferences.singleKeys !== false}
              onCheckedChange={(singleKeys) => change({ singleKeys })}
            >
              <span className="menu-mark">
                <Menu.CheckboxItemIndicator>
                  <Check size={14} aria-hidden="true" />
                </Menu.CheckboxItemIndicator>
              </span>
              Single keys
            </Menu.CheckboxItem>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function Options<Value extends string>({
  title,
  words,
  value,
  onChoose,
}: {
  title: string;
  words: Record<Value, string>;
  value: Value;
  onChoose: (value: Value) => void;
}) {
  const values = Object.keys(words) as Value[];
  return (
    <Menu.Group>
      <Menu.GroupLabel className="menu-head">{title}</Menu.GroupLabel>
      <Menu.RadioGroup value={value} onValueChange={onChoose}>
        {values.map((one) => (
          <Menu.RadioItem key={one} value={one} className="menu-item">
            <span className="menu-mark">
              <Menu.RadioItemIndicator>
                <Check size={14} aria-hidden="true" />
              </Menu.RadioItemIndicator>
            </span>
            {words[one]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </Menu.Group>
  );
}
