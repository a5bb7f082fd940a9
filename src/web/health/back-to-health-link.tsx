import { Link } from '@tanstack/react-router'
import { t } from '#web/i18n/t.ts'

export function BackToHealthLink() {
  return <Link to="/credentials/health" className="underline">{t`Health records`}</Link>
}
