/** What the collector needs to know about a project. */
export type CollectProject = {
  id: number;
  timezone: string;
  currency: string;
  /** The lower-case name of the event that counts as the conversion. */
  primaryEvent: string;
  /** Whether whole addresses are stored, and not only their networks. */
  keepAddresses?: boolean | undefined;
  /** The hash of the key that the project was found by. */
  keyHash?: Buffer;
};
