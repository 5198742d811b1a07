const secret =
  /(^|[_.-])(e-?mail|mail|phone|tel|token|auth|authorization|cookie|password|passwd|pass|pwd|secret|session|sid|jwt|api-?key|key|otp|signature|sig|code|card|cvc|cvv|iban|ssn)([_.-]|$)/i;

/** `apiKey` and `api_key` are the same name. */
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** Whether what goes by this name, a secret or how to reach or charge somebody, is kept from whoever reads it later. */
export const isSecretName = (name: string): boolean => secret.test(spaced(name));
