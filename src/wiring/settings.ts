import { fromPromise } from 'xstate';
import { billingMachine } from '#machines/billing/billing.ts';
import {
  auditLogMachine,
  saveAuditMachine,
  verifyChainMachine,
} from '#machines/settings/audit-log.ts';
import { companyMachine } from '#machines/settings/company.ts';
import { failedItemsMachine } from '#machines/settings/failed-items.ts';
import { logoMachine } from '#machines/settings/logo.ts';
import { passwordMachine } from '#machines/settings/password.ts';
import { profileMachine } from '#machines/settings/profile.ts';
import { projectDeletionMachine } from '#machines/settings/project-deletion.ts';
import { projectsMachine } from '#machines/settings/projects.ts';
import { jobRunMachine, scheduledJobsMachine } from '#machines/settings/scheduled-jobs.ts';
import { sessionsMachine } from '#machines/settings/sessions.ts';
import type { settingsMachine } from '#machines/settings/settings.ts';
import { teamMachine } from '#machines/settings/team.ts';
import { tokensMachine } from '#machines/settings/tokens.ts';
import {
  changePlan,
  previewPlan,
  readBilling,
  setCancellation,
  subscribe,
} from '#services/billing/billing.ts';
import { readCardForm, saveCard } from '#services/billing/cards.ts';
import { lazy } from '#services/kit/lazy.ts';
import { withPagePolicy } from '#services/kit/page-policy.ts';
import { createToken, readTokens, revokeToken } from '#services/settings/api-tokens.ts';
import { readAudit, saveAudit, verifyChain } from '#services/settings/audit.ts';
import { readFailedItems, retryFailed } from '#services/settings/failed-items.ts';
import { checkImage, readImage, removeImage, uploadImage } from '#services/settings/images.ts';
import {
  changePassword,
  endSessions,
  readProfile,
  readSessions,
  saveProfile,
} from '#services/settings/profile.ts';
import {
  actOnProject,
  deleteProject,
  readCompany,
  readDeletion,
  readProjects,
  restoreProject,
  saveCompany,
  saveProject,
} from '#services/settings/projects.ts';
import { readJobRun, readScheduledJobs, startJobRun } from '#services/settings/scheduled-jobs.ts';
import { watchSettings } from '#services/settings/settings-address.ts';
import { actOnTeam, readTeam, saveColleague } from '#services/settings/team.ts';
import type { ScreenParts } from './screens.ts';

/** Provides the machine of the settings screens. */
export function provideSettings(
  machine: typeof settingsMachine,
  { environment, services: { api, config }, goTo, network, token, renewed }: ScreenParts,
): typeof settingsMachine {
  const window = environment.window as Window & typeof globalThis;
  const announce = () => renewed(null);
  const announcing = { announceSave: announce, announceAction: announce };
  const cards = {
    publicKey: config.stripe_public_key,
    fetchScript: async (key: string) => (await import('#views/billing/stripe.ts')).fetchStripe(key),
  };
  const signed = { baseUrl: config.api_base_url, token };
  const pictureOf = (owner: 'changeProject' | 'changeUser') =>
    logoMachine.provide({
      actors: {
        readImage: readImage(api, owner),
        checkFile: checkImage(window),
        upload: uploadImage(window, signed, owner),
        removeImage: removeImage(api, owner),
      },
      actions: { announce },
    });

  return machine.provide({
    actors: {
      address: watchSettings(window, {
        hasBilling: config.billing !== 'off',
        showFirst: () => goTo('/settings', { replace: true }),
      }),
      team: teamMachine.provide({
        actors: {
          network,
          readEntries: readTeam(api),
          saveEntry: saveColleague(api),
          runAction: actOnTeam(api),
        },
        actions: announcing,
      }),
      projects: projectsMachine.provide({
        actors: {
          network,
          readEntries: readProjects(api),
          saveEntry: saveProject(api),
          runAction: actOnProject(api),
        },
        actions: announcing,
      }),
      tokens: tokensMachine.provide({
        actors: {
          network,
          readEntries: readTokens(api),
          saveEntry: createToken(api),
          runAction: revokeToken(api),
        },
      }),
      scheduledJobs: scheduledJobsMachine.provide({
        actors: { network, readEntries: readScheduledJobs(api) },
      }),
      jobRun: jobRunMachine.provide({
        actors: { network, startRun: startJobRun(api), readRun: readJobRun(api) },
      }),
      projectDeletion: projectDeletionMachine.provide({
        actors: {
          readProject: readDeletion(api),
          deleteProject: deleteProject(api),
          restoreProject: restoreProject(api),
        },
        actions: { announce },
      }),
      failedItems: failedItemsMachine.provide({
        actors: { network, readPage: readFailedItems(api), runAction: retryFailed(api) },
      }),
      auditLog: auditLogMachine.provide({ actors: { network, readPage: readAudit(api) } }),
      verifyChain: verifyChainMachine.provide({ actors: { runTask: verifyChain(api) } }),
      saveAudit: saveAuditMachine.provide({ actors: { runTask: saveAudit(api, window) } }),
      profile: profileMachine.provide({
        actors: { readEntity: readProfile(api), saveEntity: saveProfile(api) },
        actions: { announce },
      }),
      picture: pictureOf('changeUser'),
      password: passwordMachine.provide({
        actors: { changePassword: changePassword(api) },
        actions: { replaceToken: (_, { token }) => renewed(token) },
      }),
      sessions: sessionsMachine.provide({
        actors: { network, readEntries: readSessions(api), runAction: endSessions(api) },
      }),
      company: companyMachine.provide({
        actors: { readEntity: readCompany(api), saveEntity: saveCompany(api) },
        actions: { announce },
      }),
      logo: pictureOf('changeProject'),
      billing: billingMachine.provide({
        actors: {
          readBilling: lazy(async () =>
            cards.publicKey === null ? readBilling(api) : withPagePolicy(window, readBilling(api)),
          ),
          subscribe: subscribe(api),
          previewPlan: previewPlan(api),
          changePlan: changePlan(api),
          setCancellation: setCancellation(api),
          confirmPayment: fromPromise(async ({ input: { secret } }) => {
            const { confirmWithBank } = await import('#views/billing/stripe.ts');
            await confirmWithBank(cards.publicKey ?? '', secret);
          }),
          readCardForm: readCardForm(api, cards),
          saveCard: saveCard(api),
        },
        actions: { announce },
      }),
    },
  });
}
