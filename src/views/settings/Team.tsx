import { useSelector } from '@xstate/react';
import { UserPlus } from 'lucide-react';
import { mayRole, type Role } from '#contract/accounts/roles.ts';
import type { AffiliateRef, ProjectRef, Session } from '#contract/accounts/session.ts';
import type { Invite } from '#contract/invites/schemas.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { TeamActor } from '#machines/settings/team.ts';
import type { TeamAction } from '#model/team.ts';
import { zoneFor } from '#model/zones.ts';
import { Button } from '../kit/Button.tsx';
import { day, moment, none } from '../kit/format.ts';
import { AddButton } from './AddButton.tsx';
import { type Question, SettingsList } from './SettingsList.tsx';
import { ShownSecret } from './ShownSecret.tsx';
import { TeamForm } from './TeamForm.tsx';
import { roleName } from './words.ts';

/** The members and invites of a project with their actions. */
export function Team({
  actor,
  project,
  member,
}: {
  actor: TeamActor;
  project: ProjectRef;
  member: Session;
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const mayChange = mayRole(project.role, 'members.change');
  const affiliates = member.affiliates.filter((one) => one.project === project.id);
  return (
    <SettingsList
      actor={actor}
      name="Team"
      nameOf={nameOf}
      lead={
        mayChange
          ? `Who works in ${project.name}, and as what.`
          : `Who works in ${project.name}. Only an owner can change that.`
      }
      tools={
        mayChange ? (
          <AddButton
            icon={UserPlus}
            isReady={isReady}
            onAdd={() => actor.send({ type: 'entry.add', draft: freshInvite })}
          >
            Invite
          </AddButton>
        ) : null
      }
      form={{
        title: (draft) =>
          draft.kind === 'invite'
            ? 'Invite a colleague'
            : draft.kind === 'role'
              ? `Role of ${nameOf(draft.member)}`
              : `Hand ${project.name} over to ${nameOf(draft.member)}`,
        fields: (props) => <TeamForm {...props} affiliates={affiliates} />,
      }}
      question={(action) => questionOf(action, project)}
      secretPanel={{
        title: ({ link }) => (link ? 'Copy this invite link' : 'The invite is on its way'),
        body: (secret, done) => (
          <ShownSecret label="Invite link" text={secret.link} done="Done" onDone={done}>
            <p>{`${secret.email} can join until ${day(secret.expires_at.slice(0, 10))}.`}</p>
            {secret.has_account === null ? null : (
              <p>
                {secret.has_account
                  ? 'The address has an account: its holder signs in to accept.'
                  : 'The address has no account yet: its holder chooses a password to accept.'}
              </p>
            )}
            {secret.link ? <p>Send it yourself: no mail leaves this installation.</p> : null}
          </ShownSecret>
        ),
      }}
    >
      {(members, extra) => (
        <PeopleTable
          actor={actor}
          members={members}
          invites={extra?.invites ?? []}
          member={member}
          zone={zoneFor(member.timezone, project)}
          mayChange={mayChange}
          affiliates={affiliates}
        />
      )}
    </SettingsList>
  );
}

const freshInvite = {
  kind: 'invite' as const,
  email: '',
  role: 'viewer' as const,
  affiliates: [],
};

function PeopleTable({
  actor,
  members,
  invites,
  member,
  zone,
  mayChange,
  affiliates,
}: {
  actor: TeamActor;
  members: readonly Member[];
  invites: readonly Invite[];
  member: Session;
  zone: string;
  mayChange: boolean;
  affiliates: readonly AffiliateRef[];
}) {
  const isReady = useSelector(actor, (snapshot) => snapshot.matches({ ready: 'resting' }));
  const owners = members.filter(({ role }) => role === 'owner').length;
  const ask = (action: TeamAction) => actor.send({ type: 'action.choose', action });
  return (
    <>
      <ul className="settings-list" aria-label="Members">
        {members.map((one) => (
          <li key={one.id} className="settings-item" aria-label={nameOf(one)}>
            <div className="settings-who">
              <span className="settings-name">
                {nameOf(one)}
                {one.id === member.id ? ' (you)' : ''}
              </span>
              <span className="settings-note">{one.email}</span>
            </div>
            <div className="settings-facts">
              <span className="chip">{roleName(one.role)}</span>
              {one.role === 'affiliate' ? (
                <span className="settings-note">{namesOf(one, affiliates)}</span>
              ) : null}
              <span className="settings-note">
                Last seen {one.last_seen_at ? moment(one.last_seen_at, zone) : none}
              </span>
            </div>
            {mayChange ? (
              <div className="settings-acts">
                <MemberActs
                  actor={actor}
                  one={one}
                  isReady={isReady}
                  isSelf={one.id === member.id}
                  isLastOwner={one.role === 'owner' && owners === 1}
                  onRemove={() => ask({ kind: 'remove', member: one })}
                />
              </div>
            ) : null}
          </li>
        ))}
      </ul>
      {mayChange && invites.length > 0 ? (
        <>
          <h3 className="settings-sub">Invited</h3>
          <ul className="settings-list" aria-label="Invites">
            {invites.map((invite) => (
              <InviteItem key={invite.id} actor={actor} invite={invite} isReady={isReady} />
            ))}
          </ul>
        </>
      ) : null}
    </>
  );
}

function MemberActs({
  actor,
  one,
  isReady,
  isSelf,
  isLastOwner,
  onRemove,
}: {
  actor: TeamActor;
  one: Member;
  isReady: boolean;
  isSelf: boolean;
  isLastOwner: boolean;
  onRemove: () => void;
}) {
  if (isLastOwner) {
    return <span className="settings-note">The last owner. Hand over before leaving.</span>;
  }
  return (
    <>
      <Button
        size="small"
        aria-disabled={!isReady}
        aria-label={`Change role of ${nameOf(one)}`}
        onClick={() =>
          actor.send({
            type: 'entry.edit',
            entry: one,
            draft: { kind: 'role', member: one, role: one.role, affiliates: one.affiliates },
          })
        }
      >
        Change role
      </Button>
      {isSelf ? null : (
        <>
          <Button
            size="small"
            aria-disabled={!isReady}
            aria-label={`Hand over to ${nameOf(one)}`}
            onClick={() =>
              actor.send({
                type: 'entry.edit',
                entry: one,
                draft: { kind: 'handOver', member: one, password: '' },
              })
            }
          >
            Hand over
          </Button>
          <Button
            size="small"
            aria-disabled={!isReady}
            aria-label={`Remove ${nameOf(one)}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        </>
      )}
    </>
  );
}

function InviteItem({
  actor,
  invite,
  isReady,
}: {
  actor: TeamActor;
  invite: Invite;
  isReady: boolean;
}) {
  return (
    <li className="settings-item" aria-label={invite.email}>
      <div className="settings-who">
        <span className="settings-name">{invite.email}</span>
        <span className="settings-note">
          {invite.status === 'expired' ? 'Expired' : 'Open until'}{' '}
          {day(invite.expires_at.slice(0, 10))}
        </span>
      </div>
      <div className="settings-facts">
        <span className="chip">{roleName(invite.role)}</span>
      </div>
      <div className="settings-acts">
        <Button
          size="small"
          aria-disabled={!isReady}
          aria-label={`Resend to ${invite.email}`}
          onClick={() => actor.send({ type: 'action.run', action: { kind: 'resend', invite } })}
        >
          Resend
        </Button>
        <Button
          size="small"
          aria-disabled={!isReady}
          aria-label={`Revoke ${invite.email}`}
          onClick={() => actor.send({ type: 'action.choose', action: { kind: 'revoke', invite } })}
        >
          Revoke
        </Button>
      </div>
    </li>
  );
}

function questionOf(action: TeamAction, { name }: ProjectRef): Question {
  if (action.kind === 'remove') {
    return {
      title: `Remove ${nameOf(action.member)}?`,
      text: `The next thing they ask of ${name} is refused. Their account stays.`,
      action: 'Remove',
    };
  }
  return {
    title: `Revoke the invite of ${action.invite.email}?`,
    text: 'The link they were given stops working at once.',
    action: 'Revoke',
  };
}

const nameOf = ({ full_name, email }: Member): string => full_name || email;

const namesOf = (one: { affiliates: number[]; role: Role }, known: readonly AffiliateRef[]) =>
  known
    .filter(({ id }) => one.affiliates.includes(id))
    .map(({ name, aff_id }) => name || aff_id)
    .join(', ') || none;
