import { Menu } from '@base-ui/react/menu';
import { Check, type LucideIcon } from 'lucide-react';
import { PickerValue } from './PickerValue.tsx';

export type Option<Value extends string> = { value: Value; label: string; note?: string };

/** One of a few, in a menu. */
export function Choice<Value extends string>({
  label,
  isLabelled = false,
  icon,
  shown,
  value,
  options,
  pending = false,
  onChoose,
}: {
  /** Where what it shows does not name it. */
  label?: string;
  isLabelled?: boolean;
  icon?: LucideIcon;
  /** What the closed control says when the option's own label is not enough. */
  shown?: string;
  value: Value;
  options: readonly Option<Value>[];
  /** What it shows is about to be replaced by something more exact. */
  pending?: boolean;
  onChoose: (value: Value) => void;
}) {
  const current = options.find((option) => option.value === value)?.label ?? '';
  return (
    <Menu.Root>
      <Menu.Trigger className="trigger" data-pending={pending || undefined}>
        <PickerValue
          {...(icon ? { icon } : {})}
          {...(label ? { label, isLabelled } : {})}
          value={shown ?? current}
        />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner className="positioner" sideOffset={6} align="start">
          <Menu.Popup className="floating menu">
            <Menu.RadioGroup value={value} onValueChange={onChoose}>
              {options.map((option) => (
                <Menu.RadioItem
                  key={option.value}
                  value={option.value}
                  className="menu-item"
                  closeOnClick
                >
                  <span className="menu-mark">
                    <Menu.RadioItemIndicator>
                      <Check size={14} aria-hidden="true" />
                    </Menu.RadioItemIndicator>
                  </span>
                  <span className="menu-text">{option.label}</span>
                  {option.note ? <span className="menu-note">{option.note}</span> : null}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
