// `npm run bench`: runs all parts except `peers` and `processes`, or one by name (`npm run bench -- memory`). Prints
// Markdown. `--save` also writes it to the part's page in `docs/measurements`. `docs/benchmarks.md` explains how to
// read it.
import { benchGrowth } from './bench-growth.mjs'
import { benchHostile } from './bench-hostile.mjs'
import { benchMemory } from './bench-memory.mjs'
import { benchPages } from './bench-pages.mjs'
import { benchPeers } from './bench-peers.mjs'
import { benchProcesses } from './bench-processes.mjs'
import { benchReminders } from './bench-reminders.mjs'
import { benchRequests } from './bench-requests.mjs'
import { describeMachine, saveSection, toMarkdown } from './bench-table.mjs'
import { main, SetupError } from './run.mjs'
import { ensureBuilt, onProjectNode } from './setup.mjs'

const parts = {
  requests: { title: 'Requests compared with their limit', run: benchRequests },
  growth: { title: 'Reads as the number of owners grows', run: benchGrowth },
  hostile: { title: 'Hostile requests', run: benchHostile },
  memory: { title: 'Memory under uploads', run: benchMemory },
  pages: { title: 'Start and pages', run: benchPages },
  peers: { title: 'Beside other servers', run: benchPeers, isAskedFor: true },
  processes: { title: 'Several processes', run: benchProcesses, isAskedFor: true },
  reminders: { title: 'Reminders at scale', run: benchReminders },
}

await main(async () => {
  await onProjectNode('scripts/bench.mjs', { everything: true })
  const given = process.argv.slice(2)
  const isSaved = given.includes('--save')
  const named = given.filter((word) => word !== '--save')
  const unknown = named.find((name) => !(name in parts))
  if (unknown)
    throw new SetupError(`There is no part ${unknown}: name one of ${Object.keys(parts).join(', ')}.`)
  await ensureBuilt()
  const usual = Object.keys(parts).filter((name) => !parts[name].isAskedFor)
  const machine = await describeMachine()
  const say = (text) => process.stderr.write(`${text}\n`)
  for (const name of named.length > 0 ? named : usual) {
    const { title, run } = parts[name]
    const tables = await run(say)
    const notes = tables.map((table) => [toMarkdown(table), ...(table.notes ?? [])].join('\n\n'))
    const markdown = [`## ${title}`, ...notes, `Measured on ${machine}.`].join('\n\n')
    console.log(`\n${markdown}`)
    if (isSaved) saveSection({ name, markdown })
  }
})
