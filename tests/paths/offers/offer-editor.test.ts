import { offerEditorMachine } from '#machines/offers/offer-editor.ts';
import { walkActor } from '../../support/actor-walk.ts';
import { offerEditorPlan } from '../../support/plans/offers/offer-editor.ts';

walkActor(offerEditorMachine, offerEditorPlan);
