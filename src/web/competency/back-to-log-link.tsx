import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'

export function BackToPracticeLogLink() {
  return <Link to="/credentials/practice" className="underline">{t`Practice log`}</Link>
}
