import { useSelector } from '@xstate/react';
import { KeyRound } from 'lucide-react';
import type { ProjectRef } from '#contract/accounts/session.ts';
import type { ApiToken } from '#contract/api-tokens/schemas.ts';
import type { TokensActor } from '#machines/settings/tokens.ts';
import { day, moment } from '../kit/format.ts';
import { AddButton } from './AddButton.tsx';
import { ItemAct } from './ItemAct.tsx';
import { SettingsList } from './SettingsList.tsx';
import { ShownSecret } from './ShownSecret.tsx';
import { TokenForm } from './TokenForm.tsx';
import { scopeWords } from './words.ts';

/** The API tokens of a project. */
export function Tokens({
  actor,
  project,
  zone,
}: {
  actor: TokensActor;
  project: ProjectRef;
  zone: string;
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  return (
    <SettingsList
      actor={actor}
      name="API tokens"
      nameOf={({ name }) => name}
      lead={`For scripts and tools that work with ${project.name}. A token is shown once.`}
      tools={
        <AddButton
          icon={KeyRound}
          isReady={isReady}
          onAdd={() => actor.send({ type: 'entry.add', draft: freshToken })}
        >
          Create token
        </AddButton>
      }
      form={{
        title: () => 'Create an API token',
        fields: (props) => <TokenForm {...props} />,
      }}
      question={({ token }) => ({
        title: `Revoke ${token.name}?`,
        text: 'Whatever uses it is refused from now on.',
        action: 'Revoke',
      })}
      secretPanel={{
        title: ({ name }) => `${name} is ready`,
        body: ({ token, expires_at }, done) => (
          <ShownSecret label="API token" text={token} onDone={done}>
            <p>
              {`Copy it now: it is shown only once. It works until ${day(expires_at.slice(0, 10))}.`}
            </p>
          </ShownSecret>
        ),
      }}
    >
      {(tokens) =>
        tokens.length === 0 ? (
          <p className="settings-empty">No token yet. People sign in; only machines need one.</p>
        ) : (
          <ul className="settings-list" aria-label="Tokens">
            {tokens.map((token) => (
              <TokenItem key={token.id} actor={actor} token={token} zone={zone} isReady={isReady} />
            ))}
          </ul>
        )
      }
    </SettingsList>
  );
}

const freshToken = {
  name: '',
  scopes: ['reports.read' as const],
  expires_in_days: 90,
  password: '',
};

function TokenItem({
  actor,
  token,
  zone,
  isReady,
}: {
  actor: TokensActor;
  token: ApiToken;
  zone: string;
  isReady: boolean;
}) {
  const { name, start, scopes, created_by, last_used_at, expires_at } = token;
  return (
    <li className="settings-item" aria-label={name}>
      <div className="settings-who">
        <span className="settings-name">{name}</span>
        <span className="settings-note">
          <code>{start}</code>
          {created_by ? `, by ${created_by}` : ''}
        </span>
      </div>
      <div className="settings-facts">
        {scopes.map((scope) => (
          <span key={scope} className="chip">
            {scopeWords[scope]}
          </span>
        ))}
        <span className="settings-note">
          Until {day(expires_at.slice(0, 10))}.{' '}
          {last_used_at ? `Last used ${moment(last_used_at, zone)}` : 'Never used'}
        </span>
      </div>
      <ItemAct
        label={`Revoke ${name}`}
        isReady={isReady}
        onAct={() => actor.send({ type: 'action.choose', action: { kind: 'revoke', token } })}
      >
        Revoke
      </ItemAct>
    </li>
  );
}
