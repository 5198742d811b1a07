import { Dialog } from '@base-ui/react/dialog';
import { useSelector } from '@xstate/react';
import { X } from 'lucide-react';
import type { FunnelDashboardActor } from '#machines/funnels/funnel-dashboard.ts';
import type {
  FunnelPeopleActor,
  PeopleListActor,
  SavePeopleActor,
} from '#machines/funnels/funnel-people.ts';
import { SavedFile, SaveFile } from '../../kit/SaveFile.tsx';
import { propertyInSentence } from '../steps/filter-words.ts';
import { PeopleList } from './PeopleList.tsx';
import { outcomeNames } from './words.ts';
import '../../kit/drawer.css';

/** The people behind a figure. */
export function PeopleDrawer({
  screen,
  actor,
  names,
}: {
  screen: FunnelDashboardActor;
  actor: FunnelPeopleActor;
  /** The names of the steps by their slugs. */
  names: ReadonlyMap<string, string>;
}) {
  const open = useSelector(actor, (snapshot) => snapshot.hasTag('open'));
  const list = useSelector(actor, ({ children }) => children.list);
  const saving = useSelector(actor, ({ children }) => children.saving);
  return (
    <Dialog.Root
      open={open}
      onOpenChange={(wanted) =>
        !wanted && screen.send({ type: 'view.change', change: { people: null } })
      }
    >
      {list ? <Drawer list={list} saving={saving} names={names} /> : null}
    </Dialog.Root>
  );
}

function Drawer({
  list,
  saving,
  names,
}: {
  list: PeopleListActor;
  saving: SavePeopleActor | undefined;
  names: ReadonlyMap<string, string>;
}) {
  const busy = useSelector(list, (snapshot) => snapshot.hasTag('busy'));
  const question = useSelector(list, ({ context }) => context.query);
  const { step, outcome, value, breakdown } = question;
  const name = names.get(step) ?? step;
  const title =
    outcome === 'reached' || outcome === 'dropped'
      ? `${outcomeNames[outcome]} ${name}`
      : outcomeNames[outcome];
  return (
    <Dialog.Portal>
      <Dialog.Backdrop className="backdrop" />
      <Dialog.Popup className="drawer people-drawer" aria-busy={busy}>
        <header className="people-head">
          <Dialog.Title className="people-title">
            {title}
            {breakdown && value !== undefined ? (
              <span className="quiet">
                , {propertyInSentence(breakdown)} {value ?? 'not known'}
              </span>
            ) : null}
          </Dialog.Title>
          {saving ? (
            <div className="people-saving">
              <SaveFile actor={saving} requestOf={(format) => ({ question, format })} />
            </div>
          ) : null}
          <Dialog.Close className="icon-button" aria-label="Close">
            <X size={16} aria-hidden="true" />
          </Dialog.Close>
        </header>
        {saving ? <SavedFile actor={saving} /> : null}
        <PeopleList actor={list} names={names} />
      </Dialog.Popup>
    </Dialog.Portal>
  );
}
