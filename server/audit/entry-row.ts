/** An entry as the database keeps it. */
export type EntryRow = {
  id: string;
  at: Date;
  actor_id: number | null;
  actor_email: string | null;
  token_name: string | null;
  action: string;
  target: string;
  details: Record<string, unknown>;
  network: string | null;
  hash: Buffer;
};
