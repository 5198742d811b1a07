import { type TaskActor, taskOf } from '../kit/task.ts';

/** Dismisses a notice of an upgrade; request and result are its id. */
export const upgradeNoticeMachine = taskOf<string, string>();
export type UpgradeNoticeActor = TaskActor<string, string>;
