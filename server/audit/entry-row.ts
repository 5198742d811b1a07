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
  /** Missing in entries from before their parts could be erased. */
  actor_salt: Buffer | null;
  actor_digest: Buffer | null;
  about_salt: Buffer | null;
  about_digest: Buffer | null;
  actor_erased: boolean;
  about_erased: boolean;
};

/** An entry with its place in a chain. */
export type ChainRow = EntryRow & { chain: string; number: number };
