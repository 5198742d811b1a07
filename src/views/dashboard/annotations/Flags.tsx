import { Popover } from '@base-ui/react/popover';
import { Flag as FlagSign } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { textMap } from '#contract/text-map.ts';
import type { AnnotationsActor } from '#machines/dashboard/annotations.ts';
import { graphElement } from './graph-element.ts';
import { type Flag, spokenNotes } from './marks.ts';
import { NoteItem } from './NoteItem.tsx';

/** The flags of notes on the time axis. They are one tab stop; arrow keys move between them. */
export function Flags({
  flags,
  actor,
  zone,
}: {
  flags: readonly Flag[];
  actor: AnnotationsActor;
  zone: string;
}) {
  const [reached, setReached] = useState<string | null>(null);
  const stop = flags.find(({ key }) => key === reached)?.key ?? flags[0]?.key;
  if (flags.length === 0) return null;
  return (
    <ul className="flags" aria-label="Notes" onKeyDown={step}>
      {flags.map((flag) => (
        <li key={flag.key} className="flag-place" style={{ left: flag.left }}>
          <OneFlag
            flag={flag}
            actor={actor}
            zone={zone}
            isStop={flag.key === stop}
            onReach={() => setReached(flag.key)}
          />
        </li>
      ))}
    </ul>
  );
}

function OneFlag({
  flag: { annotations },
  actor,
  zone,
  isStop,
  onReach,
}: {
  flag: Flag;
  actor: AnnotationsActor;
  zone: string;
  isStop: boolean;
  onReach: () => void;
}) {
  /** Set when an action may remove the flag: the focus then goes to the graph. */
  const isGoing = useRef(false);
  const isNote = annotations.some(({ type }) => type === 'note');
  return (
    <Popover.Root>
      <Popover.Trigger
        className="flag"
        data-type={isNote ? 'note' : 'auto'}
        aria-label={`${annotations.length > 1 ? `${annotations.length} notes, ` : ''}${spokenNotes(annotations, zone)}`}
        openOnHover
        delay={80}
        tabIndex={isStop ? 0 : -1}
        onFocus={onReach}
      >
        <FlagSign size={14} aria-hidden="true" />
        {annotations.length > 1 ? <span className="flag-count">{annotations.length}</span> : null}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner className="positioner" sideOffset={6} side="top">
          <Popover.Popup
            className="floating notes"
            aria-label="Notes"
            finalFocus={() => (isGoing.current ? (graphElement(document) ?? true) : true)}
          >
            <ul>
              {annotations.map((annotation) => (
                <NoteItem
                  key={`${annotation.id} ${annotation.at} ${annotation.text}`}
                  annotation={annotation}
                  actor={actor}
                  zone={zone}
                  onRemove={() => {
                    isGoing.current = true;
                  }}
                />
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

function step(event: KeyboardEvent<HTMLUListElement>) {
  const flags = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('.flag')];
  const from = flags.indexOf(event.target as HTMLButtonElement);
  if (from < 0) return;
  const targets = textMap({
    ArrowLeft: from - 1,
    ArrowRight: from + 1,
    Home: 0,
    End: flags.length - 1,
  });
  const target = targets.get(event.key);
  if (target === undefined) return;
  event.preventDefault();
  flags[target]?.focus();
}
