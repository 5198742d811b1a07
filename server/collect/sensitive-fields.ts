const secret =
  /(^|[_.-])(e-?mail|mail|phone|tel|token|auth|authorization|cookie|password|passwd|pass|pwd|secret|session|sid|jwt|api-?key|key|otp|signature|sig|code|card|cvc|cvv|iban|ssn)([_.-]|$)/i;

/** `apiKey` and `api_key` are the same name. */
const spaced = (name: string): string => name.replace(/([a-z])([A-Z])/g, '$1_$2');

/** Whether a field with this name holds a secret or contact or payment data and must be hidden from readers. */
export const isSecretName = (name: string): boolean => secret.test(spaced(name));
