import { msg } from '#shared/i18n/translate.ts'
/** Stands for a holder who entered no name. */
export const NAMELESS = msg`A Lanyard user`
