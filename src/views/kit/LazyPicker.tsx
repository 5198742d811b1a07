import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, Suspense, useId, useRef, useState } from 'react';
import { lazyPart, type PartUnavailable } from './lazy.tsx';
import type { Picker as Loaded, ManyPicker as LoadedMany, Opened } from './Picker.tsx';
import { PickerValue } from './PickerValue.tsx';
import { textAfter } from './text-after.ts';
import { UnavailableOverlay } from './Unavailable.tsx';

const fetchPickers = () => import('./Picker.tsx');

const NoList: PartUnavailable<{ opened: Opened }> = ({ props: { opened }, onRetry }) => (
  <UnavailableOverlay
    isOpen={opened.isOpen}
    onRetry={onRetry}
    onClose={() => opened.onOpenChange(false)}
  />
);

const Picker = lazyPart(async () => (await fetchPickers()).Picker, NoList);
const ManyPicker = lazyPart(async () => (await fetchPickers()).ManyPicker, NoList);

type Shown = {
  label: string;
  icon?: LucideIcon;
  shown: string;
  /** The same in fewer words. */
  short?: string;
};

/** One of many: the list is fetched when somebody is about to open it. */
export function LazyPicker({
  label,
  icon,
  shown,
  short,
  ...list
}: Shown & Omit<ComponentProps<typeof Loaded>, 'opened'>) {
  return (
    <Soon
      label={label}
      shown={shown}
      {...(icon ? { icon } : {})}
      {...(short ? { short } : {})}
      list={(opened) => <Picker {...list} opened={opened} />}
    />
  );
}

/** Several of many, in the same way. */
export function LazyManyPicker({
  label,
  icon,
  shown,
  ...list
}: Shown & Omit<ComponentProps<typeof LoadedMany>, 'opened'>) {
  return (
    <Soon
      label={label}
      shown={shown}
      {...(icon ? { icon } : {})}
      list={(opened) => <ManyPicker {...list} opened={opened} />}
    />
  );
}

function Soon({
  label,
  icon,
  shown,
  short,
  list,
}: Shown & { list: (opened: Opened) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  /** Nothing once the field has it. */
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
          const text = typed.current === null ? null : textAfter(typed.current, event);
          if (text !== null) typed.current = text;
          else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') onOpenChange(true);
          else return;
          event.preventDefault();
        }}
      >
        <PickerValue {...(icon ? { icon } : {})} value={shown} {...(short ? { short } : {})} />
      </button>
      {wasOpen ? (
        <Suspense fallback={null}>
          {list({ id, label, button, isOpen, onOpenChange, takeTyped })}
        </Suspense>
      ) : null}
    </>
  );
}
