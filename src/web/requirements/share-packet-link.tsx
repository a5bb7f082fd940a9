import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import type { SharableRecord } from '#shared/requirements/match.ts'
import { t } from '#web/i18n/t.ts'
import { buttonClass } from '#web/ui/button-class.ts'
import { packetParam } from './list-text.ts'

/** Opens the share form with exactly the chosen records. */
export function SharePacketLink({ packet }: { packet: readonly SharableRecord[] }) {
  if (packet.length === 0) return null
  return (
    <Link
      to="/credentials/shares/new"
      search={{ items: packetParam(packet) }}
      className={buttonClass({ tone: 'primary' })}
    >
      <QrCode aria-hidden className="size-5" />
      {t`Share exactly this (${packet.length})`}
    </Link>
  )
}
