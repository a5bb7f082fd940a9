import { msg } from '#shared/i18n/translate.ts'

/** The name for a holder who entered none. */
export const NAMELESS = msg`A Lanyard user`
