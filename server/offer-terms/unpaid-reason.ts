/** Why a conversion pays nothing: '' where it pays what its terms say. */
export type UnpaidReason = '' | 'over_cap' | 'click_window' | 'repeat';
