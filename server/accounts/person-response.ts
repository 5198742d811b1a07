import type { User } from './users.ts';

/** The fields that every answer gives about a person. */
export const personResponse = (user: User) => ({
  id: user.id,
  email: user.email,
  full_name: `${user.firstName} ${user.lastName}`.trim(),
  first_name: user.firstName,
  last_name: user.lastName,
  phone: user.phone,
  image: user.image,
  state: user.state,
});
