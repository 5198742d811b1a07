import type { SessionActor } from '#machines/app/session.ts';
import type { WorkspaceActor } from '#machines/app/workspace.ts';
import type { SelectionActor } from '#machines/selection/selection.ts';

export type Command = {
  id: string;
  label: string;
  note?: string;
  /** Other words that find the command. */
  keywords?: string;
  run: () => void;
};
export type Group = {
  value: string;
  items: Command[];
  /** Whether it is listed before a text asks for it. */
  isListed?: boolean;
};

/** What the commands act on. */
export type Desk = {
  session: SessionActor;
  selection: SelectionActor;
  workspace: WorkspaceActor;
  goTo: (path: string) => void;
  showKeys: () => void;
};
