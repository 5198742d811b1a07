import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type ActorOptions, type AnyActorLogic, createActor } from 'xstate';
import type { Role } from '#contract/accounts/roles.ts';
import type { OpenSession, User } from '#contract/accounts/user.ts';
import type { Member } from '#contract/members/schemas.ts';
import type { Project } from '#contract/projects/schemas.ts';
import type { Outcome } from '#machines/kit/collection.ts';
import type { ProfileDraft, profileMachine } from '#machines/settings/profile.ts';
import type { projectsMachine } from '#machines/settings/projects.ts';
import type { SessionAction, sessionsMachine } from '#machines/settings/sessions.ts';
import type { teamMachine } from '#machines/settings/team.ts';
import type { CollectKey, CompanyDraft, ProjectAction, ProjectDraft } from '#model/projects.ts';
import type { InvitedPerson, TeamDraft } from '#model/team.ts';
import { Company } from '#views/settings/Company.tsx';
import { Profile } from '#views/settings/Profile.tsx';
import { Projects } from '#views/settings/Projects.tsx';
import { Sessions } from '#views/settings/Sessions.tsx';
import { SettingsNav } from '#views/settings/SettingsNav.tsx';
import { Team } from '#views/settings/Team.tsx';
import { member, screenInput } from '../../support/samples.ts';
import { scriptedRequest } from '../../support/scripted-request.ts';
import { colleague, invite, project, user } from '../../support/settings.ts';
import { settingsChildren, stubbedSettings } from '../../support/stub-machines.ts';

const started = <Logic extends AnyActorLogic>(logic: Logic, options: ActorOptions<Logic>) =>
  createActor(logic, options as never).start();
const as = (role: Role) => ({
  ...member,
  projects: member.projects.map((one) => ({ ...one, role })),
});
const [acme] = member.projects;
if (!acme) throw new Error('The sample has a project.');

afterEach(() => {
  vi.restoreAllMocks();
  Reflect.deleteProperty(window, '__CONF__');
});

describe('the way between the pages', () => {
  it('scrolls to the present page where its row is longer than the screen', () => {
    vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (
      this: Element,
    ) {
      return this.matches('nav') ? new DOMRect(12, 0, 320, 40) : new DOMRect(640, 0, 80, 40);
    });
    const actor = started(stubbedSettings('audit'), { input: screenInput });
    render(<SettingsNav actor={actor} />);
    expect(screen.getByRole('link', { current: 'page' }).textContent).toBe('Audit log');
    expect(screen.getByRole('navigation').scrollLeft).toBe(508);
  });

  it.each([
    ['off', false],
    ['manual', true],
    ['stripe', true],
  ])('with billing %s lists its page: %s', (billing, isListed) => {
    window.__CONF__ = { billing };
    const actor = started(stubbedSettings('audit'), { input: screenInput });
    render(<SettingsNav actor={actor} />);
    expect(screen.queryByRole('link', { name: 'Billing' }) !== null).toBe(isListed);
  });
});

describe('the company', () => {
  it('treats the expected events as an estimate and not as a limit, which is the plan’s', async () => {
    render(<Company actor={started(settingsChildren.company, { input: { subject: 7 } })} />);
    const label = await screen.findByText('Events this month');
    expect(label.nextElementSibling?.textContent).toBe('182,311 (500,000 expected) Plan and usage');
  });

  it('scrolls to the result of saving, wherever on the page Enter was pressed', async () => {
    const seen: (string | null)[] = [];
    vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
      seen.push(this.textContent);
    });
    const save = scriptedRequest<typeof project, { subject: number; draft: CompanyDraft }>();
    const company = settingsChildren.company.provide({
      actors: { saveEntity: save.logic },
    }) as typeof settingsChildren.company;
    render(<Company actor={started(company, { input: { subject: 7 } })} />);
    const [first] = await screen.findAllByRole('textbox');
    if (!first) throw new Error('The form has no field.');
    const user = userEvent.setup();
    await user.type(first, 'x{Enter}');
    await waitFor(() => expect(save.calls).toHaveLength(1));
    save.answer({ error: { kind: 'offline', message: 'The server did not answer.' } });
    await screen.findByText('The server did not answer.');
    expect(seen).toEqual(['The server did not answer.']);
    await user.type(first, '{Enter}');
    await waitFor(() => expect(save.calls).toHaveLength(2));
    save.answer({ output: project });
    await screen.findByText('Saved');
    expect(seen).toEqual(['The server did not answer.', 'Saved']);
  });
});

describe('the team', () => {
  const open = (role: Role) => {
    const save = scriptedRequest<
      Outcome<Member, InvitedPerson>,
      { scope: number; entry: Member | null; draft: TeamDraft }
    >();
    const actor = started(
      settingsChildren.team.provide({ actors: { saveEntry: save.logic } }) as typeof teamMachine,
      { input: { scope: 7 } },
    );
    render(<Team actor={actor} project={{ ...acme, role }} member={as(role)} />);
    return { save, user: userEvent.setup() };
  };

  it('is invited once a refused address is corrected, whatever else is chosen after that', async () => {
    const { save, user } = open('owner');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    const email = await screen.findByLabelText('Email');
    await user.type(email, 'cleo');
    await user.click(screen.getByRole('button', { name: 'Send invite' }));
    const refused = 'Enter an e-mail address like name@example.com.';
    await screen.findByText(refused);
    await user.type(email, '@acme.test');
    await user.selectOptions(screen.getByLabelText('Role'), 'buyer');
    expect(screen.queryByText(refused)).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Send invite' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
  });

  it('is invited with a role, and the link is shown where no mail leaves', async () => {
    const { save, user } = open('owner');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await user.type(await screen.findByLabelText('Email'), 'cleo@acme.test');
    await user.selectOptions(screen.getByLabelText('Role'), 'affiliate');
    await user.click(screen.getByRole('button', { name: 'Send invite' }));
    await screen.findByText('Choose at least one affiliate.');
    expect(save.calls).toEqual([]);
    await user.click(screen.getByRole('checkbox', { name: /North Media/ }));
    await user.click(screen.getByRole('button', { name: 'Send invite' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
    expect(save.calls).toEqual([
      {
        scope: 7,
        entry: null,
        draft: { kind: 'invite', email: 'cleo@acme.test', role: 'affiliate', affiliates: [3] },
      },
    ]);
    const link = 'https://ledger.test/invite/u1';
    save.answer({ output: { secret: { ...invite, uid: 'u1', link, has_account: true } } });
    await screen.findByRole('dialog', { name: 'Copy this invite link' });
    screen.getByText('Send it yourself: no mail leaves this installation.');
    expect(screen.getByLabelText<HTMLInputElement>('Invite link').value).toBe(link);
    await user.click(screen.getByRole('button', { name: 'Copy invite link' }));
    expect(await navigator.clipboard.readText()).toBe(link);
  });

  it('keeps the typed text when the server refuses it', async () => {
    const { save, user } = open('owner');
    await user.click(await screen.findByRole('button', { name: 'Invite' }));
    await user.type(await screen.findByLabelText('Email'), 'cleo@acme.test');
    await user.click(screen.getByRole('button', { name: 'Send invite' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
    const message = 'Already in this project.';
    save.answer({ error: { kind: 'invalid', message, fields: { email: [message] } } });
    await screen.findByText(message);
    expect(screen.getByLabelText<HTMLInputElement>('Email').value).toBe('cleo@acme.test');
  });

  it('is read-only for members who may not change it', async () => {
    open('viewer');
    await screen.findByRole('listitem', { name: colleague.full_name });
    expect(screen.queryAllByRole('button')).toEqual([]);
    expect(screen.getByText(/Only an owner can change that/)).toBeDefined();
  });
});

describe('projects and affiliates', () => {
  const open = (role: Role) => {
    const save = scriptedRequest<
      Outcome<Project, CollectKey>,
      { scope: number; entry: Project | null; draft: ProjectDraft }
    >();
    const action = scriptedRequest<
      Outcome<Project, CollectKey>,
      { scope: number; action: ProjectAction }
    >();
    const actor = started(
      settingsChildren.projects.provide({
        actors: { saveEntry: save.logic, runAction: action.logic },
      }) as typeof projectsMachine,
      { input: { scope: 12 } },
    );
    render(<Projects actor={actor} member={as(role)} />);
    return { save, action, user: userEvent.setup() };
  };

  it('accepts a share in percent and sub-ids with commas', async () => {
    const { save, user } = open('manager');
    await user.click(await screen.findByRole('button', { name: 'Create affiliate in Acme' }));
    await user.type(await screen.findByLabelText('Name'), 'South');
    await user.type(screen.getByLabelText('Affiliate id'), '1002');
    const share = screen.getByLabelText('Share in percent');
    await user.clear(share);
    await user.type(share, '120');
    await user.click(screen.getByRole('button', { name: 'Create affiliate' }));
    await screen.findByText('Enter a share from 0 to 100.');
    await user.clear(share);
    await user.type(share, '12.5');
    await user.type(screen.getByLabelText('Sub-ids (optional)'), 'feed, mail');
    await user.click(screen.getByRole('button', { name: 'Create affiliate' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
    expect(save.calls[0]?.draft).toMatchObject({
      kind: 'affiliate',
      project: 7,
      name: 'South',
      aff_id: '1002',
      payout: { type: 'revshare', value: 0.125 },
      postback_url: null,
      sub_ids: ['feed', 'mail'],
    });
  });

  it('shows at its field why an affiliate id is fixed, and keeps the typed text', async () => {
    const { save, user } = open('manager');
    await user.click(await screen.findByRole('button', { name: 'Edit North Media' }));
    const field = await screen.findByLabelText('Affiliate id');
    await user.clear(field);
    await user.type(field, '1001b');
    await user.click(screen.getByRole('button', { name: 'Save affiliate' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
    const stays = 'Stays 1001: clicks, conversions or costs are recorded with it.';
    save.answer({ error: { kind: 'invalid', message: stays, fields: { aff_id: [stays] } } });
    const message = await screen.findByText(stays);
    const stored = screen.getByLabelText<HTMLInputElement>('Affiliate id');
    expect(stored.getAttribute('aria-describedby')?.split(' ')).toContain(message.id);
    expect(stored.value).toBe('1001b');
  });

  it('asks before a key is replaced, and shows the new one once', async () => {
    const { action, user } = open('owner');
    await user.click(await screen.findByRole('button', { name: 'Replace key of Acme' }));
    await user.click(await screen.findByRole('button', { name: 'Replace key' }));
    await waitFor(() => expect(action.calls).toHaveLength(1));
    action.answer({ output: { secret: { ...project, collect_key: 'cs_whole' } } });
    expect((await screen.findByLabelText<HTMLInputElement>('Collect key')).value).toBe('cs_whole');
    await user.click(screen.getByRole('button', { name: 'I have it' }));
    await waitFor(() => expect(screen.queryByDisplayValue('cs_whole')).toBeNull());
  });

  it.each([
    ['manager', true, false],
    ['buyer', false, false],
    ['owner', true, true],
  ] as const)('shows a %s only the actions of the role', async (role, mayEdit, mayRename) => {
    open(role);
    const item = within(await screen.findByRole('listitem', { name: 'Acme' }));
    expect(item.queryByRole('button', { name: 'Edit North Media' }) !== null).toBe(mayEdit);
    expect(item.queryByRole('button', { name: 'Rename Acme' }) !== null).toBe(mayRename);
    expect(item.getByRole('button', { name: 'Leave Acme' })).toBeDefined();
  });
});

describe("a person's own account", () => {
  it('needs no telephone, and clears the time zone by its default', async () => {
    const save = scriptedRequest<User, { subject: number; draft: ProfileDraft }>();
    const actor = started(
      settingsChildren.profile.provide({
        actors: { saveEntity: save.logic },
      }) as typeof profileMachine,
      { input: { subject: 12 } },
    );
    render(<Profile actor={actor} />);
    const hands = userEvent.setup();
    await hands.selectOptions(
      await screen.findByLabelText('Time zone'),
      'Default (the zone of each project)',
    );
    await hands.selectOptions(screen.getByLabelText('Numbers and dates'), 'German (Germany)');
    expect(screen.getByText(/^Written like 1\.234,50 and 20\. Nov\. 2026\./)).toBeDefined();
    await hands.click(screen.getByRole('checkbox', { name: /E-mail notifications/ }));
    await hands.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(save.calls).toHaveLength(1));
    const { first_name, last_name } = user;
    expect(save.calls[0]).toEqual({
      subject: 12,
      draft: {
        first_name,
        last_name,
        phone: null,
        timezone: null,
        locale: 'de-DE',
        email_notifications: false,
      },
    });
  });
});

describe('sessions', () => {
  it('are named by browser and system; all but this one can be ended', async () => {
    const action = scriptedRequest<
      Outcome<OpenSession, never>,
      { scope: number; action: SessionAction }
    >();
    const actor = started(
      settingsChildren.sessions.provide({
        actors: { runAction: action.logic },
      }) as typeof sessionsMachine,
      { input: { scope: 12 } },
    );
    render(<Sessions actor={actor} zone="UTC" />);
    const hands = userEvent.setup();
    const here = await screen.findByRole('listitem', { name: 'Chrome on macOS' });
    expect(within(here).queryByRole('button')).toBeNull();
    await hands.click(screen.getByRole('button', { name: 'End Firefox on Linux' }));
    await waitFor(() => expect(action.calls).toHaveLength(1));
    expect(action.calls[0]?.action).toMatchObject({ kind: 'end', session: { id: 52 } });
  });

  it('end all but this one after a notice that API tokens stay valid', async () => {
    const action = scriptedRequest<
      Outcome<OpenSession, never>,
      { scope: number; action: SessionAction }
    >();
    const actor = started(
      settingsChildren.sessions.provide({
        actors: { runAction: action.logic },
      }) as typeof sessionsMachine,
      { input: { scope: 12 } },
    );
    render(<Sessions actor={actor} zone="UTC" />);
    const hands = userEvent.setup();
    await hands.click(await screen.findByRole('button', { name: 'End all others' }));
    const question = await screen.findByRole('alertdialog', { name: 'End all other sessions?' });
    within(question).getByText(/API tokens that you created go on until they are revoked\./);
    await hands.click(within(question).getByRole('button', { name: 'End all others' }));
    await waitFor(() => expect(action.calls).toHaveLength(1));
    expect(action.calls[0]?.action).toEqual({ kind: 'endOthers' });
  });
});
