/** From this many days before its end, a credential can be renewed. */
export const RENEWAL_WINDOW_DAYS = 120
