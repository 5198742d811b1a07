/** Text that no store can hold: NUL and halves of surrogate pairs. */
export const unstorable = /[\0\p{Surrogate}]/u;
