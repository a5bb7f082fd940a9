import { readFileSync } from 'node:fs'

const manifest = new URL('../../../package.json', import.meta.url)

export function lanyardVersion(): string {
  return JSON.parse(readFileSync(manifest, 'utf8')).version
}
