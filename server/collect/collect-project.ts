/** What the collector has to know about the project an event belongs to. */
export type CollectProject = {
  id: number;
  timezone: string;
  currency: string;
  /** The lower-case name of the event that counts as the conversion. */
  primaryEvent: string;
  /** Whether addresses are stored whole; only their networks unless the project asks for it. */
  keepAddresses?: boolean | undefined;
};
