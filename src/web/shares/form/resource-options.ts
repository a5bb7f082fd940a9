import type { CeuCycle } from '#shared/ceu/cycle.ts'
import type { Credential } from '#shared/credentials/credential.ts'
import { shortTitle } from '#shared/credentials/short-title.ts'
import { type Look, lookOf } from '#shared/credentials/status.ts'
import type { File as StoredFile } from '#shared/files/file.ts'
import { fileKinds } from '#shared/files/file-kinds.ts'
import { msg } from '#shared/i18n/translate.ts'
import type { SharedResource } from '#shared/shares/share.ts'
import { countText, cycleSubject, periodText } from '#web/ceu/cycle-text.ts'
import { expiryText, subtitleOf } from '#web/credentials/credential-text.ts'
import { formatBytes } from '#web/format/bytes.ts'
import { t } from '#web/i18n/t.ts'

/** A record or file that can be shared, with the texts that describe it. */
export type ResourceOption = SharedResource & { title: string; detail: string; status: Look | null }
export type OptionContext = { today: string; locale: string | null }

export function credentialOption(credential: Credential, { today, locale }: OptionContext): ResourceOption {
  return {
    resourceType: credential.kind,
    resourceId: credential.id,
    title: shortTitle(credential),
    detail: `${subtitleOf(credential)} · ${expiryText(credential, today, locale)}`,
    status: lookOf(credential, today),
  }
}

export function cycleOption(cycle: CeuCycle, locale: string | null): ResourceOption {
  return {
    resourceType: 'ceuCycle',
    resourceId: cycle.id,
    title: t`CE for ${cycleSubject(cycle)}`,
    detail: `${countText(cycle)} · ${periodText(cycle, locale)}`,
    status: null,
  }
}

const attachedTo: Record<NonNullable<StoredFile['resourceType']>, string> = {
  license: msg`attached to a license`,
  certification: msg`attached to a certification`,
  lookup: msg`attached to a look-up`,
  competencyRecord: msg`attached to a practice record`,
  healthRecord: msg`attached to a health record`,
  ceuCycle: msg`attached to a CE cycle`,
  ceuEntry: msg`attached to a CE entry`,
  renewal: msg`attached to a renewal`,
  term: msg`from an earlier term`,
  share: msg`used in a share link`,
  mail: msg`came with an email that is on hold`,
}

export function fileOption({ id, name, mimeType, size, resourceType }: StoredFile): ResourceOption {
  const attachment = resourceType === null ? t`not attached yet` : t(attachedTo[resourceType])
  return {
    resourceType: 'file',
    resourceId: id,
    title: name,
    detail: `${fileKinds[mimeType].name} · ${formatBytes(size)} · ${attachment}`,
    status: null,
  }
}

/** Whether every typed word occurs in the title or the detail. */
export function matches({ title, detail }: ResourceOption, typed: string): boolean {
  const text = `${title} ${detail}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}
