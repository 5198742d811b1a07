import { useSelector } from '@xstate/react';
import type { OpenSession } from '#contract/accounts/user.ts';
import type { SessionAction, SessionsActor } from '#machines/settings/sessions.ts';
import { Button } from '../kit/Button.tsx';
import { moment } from '../kit/format.ts';
import { SettingsList } from './SettingsList.tsx';

/** The browsers in which the person is signed in, each with a button that signs it out. */
export function Sessions({ actor, zone }: { actor: SessionsActor; zone: string }) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const others = useSelector(actor, ({ context }) => context.rows.some(({ current }) => !current));
  return (
    <SettingsList
      actor={actor}
      name="Sessions"
      nameOf={({ user_agent }) => deviceOf(user_agent)}
      lead="Where you are signed in. End unknown ones, then change your password."
      tools={
        others ? (
          <Button
            aria-disabled={!isReady}
            onClick={() => actor.send({ type: 'action.choose', action: { kind: 'endOthers' } })}
          >
            End all others
          </Button>
        ) : null
      }
      question={questionOf}
    >
      {(sessions) => (
        <ul className="settings-list" aria-label="Open sessions">
          {sessions.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              zone={zone}
              isReady={isReady}
              onEnd={() => actor.send({ type: 'action.run', action: { kind: 'end', session } })}
            />
          ))}
        </ul>
      )}
    </SettingsList>
  );
}

function SessionItem({
  session: { user_agent, current, created_at, last_used_at },
  zone,
  isReady,
  onEnd,
}: {
  session: OpenSession;
  zone: string;
  isReady: boolean;
  onEnd: () => void;
}) {
  const name = deviceOf(user_agent);
  return (
    <li className="settings-item" aria-label={name}>
      <div className="settings-who">
        <span className="settings-name">{name}</span>
        <span className="settings-note">
          Since {moment(created_at, zone)}. Last used {moment(last_used_at, zone)}
        </span>
      </div>
      <div className="settings-acts">
        {current ? (
          <span className="chip">This one</span>
        ) : (
          <Button size="small" aria-disabled={!isReady} aria-label={`End ${name}`} onClick={onEnd}>
            End
          </Button>
        )}
      </div>
    </li>
  );
}

const browsers = [
  ['Edg/', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** “Chrome on macOS”; an unknown user agent is shown unchanged. */
function deviceOf(agent: string): string {
  const found = (marks: readonly (readonly [string, string])[]) =>
    marks.find(([mark]) => agent.includes(mark))?.[1];
  const known = [found(browsers), found(systems)].filter((part) => part !== undefined);
  return known.join(' on ') || agent.slice(0, 60) || 'Unknown device';
}

const questionOf = (_: SessionAction) => ({
  title: 'End all other sessions?',
  text: 'Every other browser and device has to sign in again. API tokens that you created go on until they are revoked.',
  action: 'End all others',
});
