import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { lazyPart, type PartUnavailable } from './lazy.tsx';
import type { Picker as Loaded, ManyPicker as LoadedMany, PickerState } from './Picker.tsx';
import { PickerValue } from './PickerValue.tsx';
import { textAfterKey } from './text-after-key.ts';
import { UnavailableOverlay } from './Unavailable.tsx';

const fetchPickers = () => import('./Picker.tsx');

const NoList: PartUnavailable<{ opened: PickerState }> = ({ props: { opened }, onRetry }) => (
  <UnavailableOverlay
    isOpen={opened.isOpen}
    onRetry={onRetry}
    onClose={() => opened.onOpenChange(false)}
  />
);

const Picker = lazyPart(async () => (await fetchPickers()).Picker, NoList);
const ManyPicker = lazyPart(async () => (await fetchPickers()).ManyPicker, NoList);

type TriggerProps = {
  label: string;
  icon?: LucideIcon;
  shown: string;
  /** A shorter form of the value. */
  shortValue?: string;
};

/** A select with search; its code loads when it is about to open. */
export function LazyPicker({
  label,
  icon,
  shown,
  shortValue,
  ...list
}: TriggerProps & Omit<ComponentProps<typeof Loaded>, 'opened'>) {
  return (
    <PickerTrigger
      label={label}
      shown={shown}
      {...(icon ? { icon } : {})}
      {...(shortValue ? { shortValue } : {})}
      list={(opened) => <Picker {...list} opened={opened} />}
    />
  );
}

/** A multi-select, loaded in the same way. */
export function LazyManyPicker({
  label,
  icon,
  shown,
  ...list
}: TriggerProps & Omit<ComponentProps<typeof LoadedMany>, 'opened'>) {
  return (
    <PickerTrigger
      label={label}
      shown={shown}
      {...(icon ? { icon } : {})}
      list={(opened) => <ManyPicker {...list} opened={opened} />}
    />
  );
}

function PickerTrigger({
  label,
  icon,
  shown,
  shortValue,
  list,
}: TriggerProps & { list: (opened: PickerState) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Null once the text was handed to the field. */
  const typed = useRef<string | null>(null);
  const id = useId();
  const prepare = () => void fetchPickers().catch(() => {});
  const onOpenChange = (open: boolean) => {
    setOpen(open);
    setWasOpen(true);
    if (open !== isOpen) typed.current = open ? '' : null;
  };
  const takeTyped = () => {
    const text = typed.current ?? '';
    typed.current = null;
    return text;
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        className="trigger"
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        data-popup-open={isOpen ? '' : undefined}
        onPointerEnter={prepare}
        onFocus={prepare}
        onClick={() => onOpenChange(!isOpen)}
        onKeyDown={(event) => {
          const text = typed.current === null ? null : textAfterKey(typed.current, event);
          if (text !== null) typed.current = text;
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onOpenChange(true);
          else return;
          event.preventDefault();
        }}
      >
        <PickerValue
          {...(icon ? { icon } : {})}
          value={shown}
          {...(shortValue ? { shortValue } : {})}
        />
      </button>
      {wasOpen ? (
        <Suspense fallback={null}>
          {list({ id, label, button, isOpen, onOpenChange, takeTyped })}
        </Suspense>
      ) : null}
    </>
  );
}
