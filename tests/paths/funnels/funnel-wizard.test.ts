import { funnelWizardMachine } from '#machines/funnels/funnel-wizard.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { funnelWizardPlan } from '../../support/plans/funnels/funnel-wizard.ts';

walkActor(funnelWizardMachine, funnelWizardPlan);
