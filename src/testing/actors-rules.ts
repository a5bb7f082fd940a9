import { installPack, uploadPack } from '#server/ceu/rule-install-service.ts'
import type { AnnsVault } from './actors.ts'
import { createRulesKey, laterVersion, signedPack } from './rule-packs.ts'

const { path, privateKey } = createRulesKey()
/** For RULES_PUBLIC_KEYS. */
export const rulesKeyPath = path

let packs = 0
const nextPack = () => JSON.stringify(signedPack(privateKey, { version: laterVersion(++packs) }))

/** A form with a pack that is newer than any before. */
export function packForm(): FormData {
  const form = new FormData()
  form.append('file', new File([nextPack()], 'rules.lanyard-rules'))
  return form
}

/** The version of an uploaded pack. The pack is also installed if `isInstalled`. */
export async function packVersionOf({ services }: AnnsVault, { isInstalled = false } = {}): Promise<string> {
  const { manifest } = await uploadPack(services, nextPack())
  if (isInstalled) await installPack(services, manifest.version)
  return manifest.version
}
