// Plain JavaScript on purpose: an older Node stops at the first TypeScript file with an error that helps nobody.
if (typeof Temporal === 'undefined') {
  process.stderr.write(
    `Lanyard needs the Node.js it brings with it (this is ${process.version}): start it with "npm start" in its folder.\n`,
  )
  process.exit(1)
}
await import('./serve.ts')
