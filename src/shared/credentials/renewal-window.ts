/** A credential can be renewed from this many days before its end. */
export const RENEWAL_WINDOW_DAYS = 120
