import { t } from '#web/i18n/t.ts'

const isPhone = typeof navigator !== 'undefined' && /iPhone|iPad|Android/.test(navigator.userAgent)

/** The owner's name for this device. */
export const deviceName = () => (isPhone ? t`phone` : t`device`)
