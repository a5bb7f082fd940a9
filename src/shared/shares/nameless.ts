/** Stands for a holder who entered no name. */
export const NAMELESS = 'A Lanyard user'
