/** The access of an affiliate before the last decision; `status` is null where it had none. */
export type EarlierAccess = {
  status: string | null;
  decided_at?: string | null;
  decided_by?: number | null;
  reason?: string;
};
