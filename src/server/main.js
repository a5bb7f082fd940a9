// Plain JavaScript on purpose: an older Node would stop at the first TypeScript file with an unhelpful error.
const { isNewEnough, oldestVersion } = await import(new URL('../../scripts/run.mjs', import.meta.url).href)
if (!isNewEnough()) {
  process.stderr.write(
    `Lanyard needs Node ${oldestVersion} or newer (this is ${process.version}): start it with "npm start" in its folder, which brings one.\n`,
  )
  process.exit(1)
}
// Keeps compiled TypeScript between starts, for threads too; does nothing where the folder cannot be written. Never in a
// folder that others can write: what is in it is run.
const { enableCompileCache } = await import('node:module')
const { fileURLToPath } = await import('node:url')
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url))
enableCompileCache()
// The single-file build, if it was built from these sources: it starts in half the time.
const { isServerBuilt } = await import(new URL('../../scripts/server-sources.mjs', import.meta.url).href)
const built = new URL('../../dist/server/serve.js', import.meta.url)
if (isServerBuilt()) await import(built.href)
else await import('./serve.ts')
