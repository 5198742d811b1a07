/** Somebody whose address is not verified yet. */
export type Registrant = {
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
};
