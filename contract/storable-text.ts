/** Characters that no store can hold: NUL and single halves of surrogate pairs. */
export const unstorablePattern = /[\0\p{Surrogate}]/u;
