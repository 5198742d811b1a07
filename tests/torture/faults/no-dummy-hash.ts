import { createRequire } from 'node:module';

// A login without an account is refused without computing a hash.
type Argon = {
  hash(password: string | Uint8Array, options?: object): Promise<string>;
  verify(hash: string, password: string): Promise<boolean>;
};

const argon: Argon = createRequire(import.meta.url)('@node-rs/argon2');
const { hash, verify } = argon;
const standIns = new Set<string>();
argon.hash = async (password, options) => {
  const hashed = await hash(password, options);
  if (typeof password !== 'string') standIns.add(hashed);
  return hashed;
};
argon.verify = async (hashed, password) => !standIns.has(hashed) && verify(hashed, password);
