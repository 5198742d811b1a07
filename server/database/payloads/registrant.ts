/** A person who signs up and has not verified the address yet. */
export type Registrant = {
  passwordHash: string;
  firstName: string;
  lastName: string;
  phone: string | null;
};
