// `npm run reading`: generates a corpus of invented documents in `.cache/reading`, reads it like a browser, and prints
// for each field and medium how much was found and how much of that was correct. The authors of the rules made it: it
// shows what a change breaks, not how well an unseen document is read. `npm run reading -- pdf` reads one medium; `turned`
// means photos lying on their side or upside down. `--faults` lists every wrong or missing value of the layouts that rules
// may be adjusted to. `npm run reading -- speed` measures the time to the first suggestion on a slow processor.
//
// `npm run reading -- outside` reads 139 documents in seven lots that were made by somebody who had not seen the rules,
// and prints what the forms would show. It needs Python 3, poppler, numpy and scipy, and for photos ImageMagick and
// Pillow; lot 7 has no photos here. `pdf` or `photo` after it reads one medium; a folder, with files and a `truth.json`
// like theirs, is read instead of the lots. `reading/issuers.py` makes such a folder of documents that the authors of the
// rules wrote. The environment variable FONTS names the folder with the fonts of lots 6 and 7 (see
// `reading/outside/lot6.py` and `lot7.py`); without it the browser takes other fonts.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { at, main, SetupError } from './run.mjs'
import { ensureChromium, onProjectNode } from './setup.mjs'

const media = ['pdf', 'scan', 'photo', 'turned']
const folder = at('.cache', 'reading')

await main(async () => {
  await onProjectNode('scripts/reading.mjs', { everything: true })
  const words = process.argv.slice(2)
  if (words[0] === 'outside') return readOutside(words.slice(1))
  const isSpeed = words.includes('speed')
  const named = words.filter((word) => word !== '--faults' && word !== 'speed')
  const unknown = named.find((name) => !media.includes(name))
  if (unknown) throw new SetupError(`There is no medium ${unknown}: name one of ${media.join(', ')}.`)
  const corpus = await make()
  if (isSpeed) {
    const { measureSpeed } = await import('./reading/speed.mjs')
    console.log((await measureSpeed(folder, (text) => process.stderr.write(`${text}\n`))).join('\n'))
    return
  }
  for (const medium of named.length > 0 ? named : media) {
    const results = await readAll(corpus, medium)
    for (const [title, isHeldOut] of [
      ['layouts to learn from', false],
      ['held-out layouts', true],
    ])
      console.log(
        `\n## ${medium}: ${title}\n\n${await tableFor(results.filter((one) => one.isHeldOut === isHeldOut))}`,
      )
    if (words.includes('--faults')) listFaults(results)
  }
})

async function readOutside(words) {
  const { compareOutside, makeLots, outsideFaults, outsideTable } = await import('./reading/outside.mjs')
  const named = words.filter((word) => ['pdf', 'photo'].includes(word))
  const folders = words.filter((word) => word !== '--faults' && !named.includes(word))
  const unknown = folders.find((name) => !existsSync(join(name, 'truth.json')))
  if (unknown) throw new SetupError(`${unknown} is neither pdf nor photo nor a folder with a truth.json.`)
  const media = named.length > 0 ? named : ['pdf', 'photo']
  const lots = folders.length > 0 ? folders : makeLots(await ensureChromium(), media.includes('photo'))
  for (const medium of media)
    for (const lot of lots) {
      const compared = await compareOutside(lot, medium)
      if (compared.length === 0) continue
      console.log(`\n## ${medium}: ${lot}\n\n${outsideTable(compared)}`)
      if (words.includes('--faults')) console.log(`\n${outsideFaults(compared).join('\n')}`)
    }
}

async function make() {
  const { chromium } = await import('@playwright/test')
  const { makeCorpus } = await import('./reading/corpus.mjs')
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ['--no-sandbox'] })
  try {
    return await makeCorpus(folder, browser, (text) => process.stderr.write(`${text}\n`))
  } finally {
    await browser.close()
  }
}

async function readAll(corpus, medium) {
  const { suggestionsIn } = await import('#shared/reading/suggestions.ts')
  const { compare } = await import('./reading/score.mjs')
  const { isHeldOut } = await import('./reading/corpus.mjs')
  const { today } = await import('./reading/facts.mjs')
  const { openReader } = await import('./reading/read.mjs')
  const reader = await openReader(medium)
  const results = []
  for (const document of corpus) {
    const ending = { pdf: 'pdf', scan: 'scan.jpg', photo: 'photo.jpg', turned: 'photo.jpg' }[medium]
    const turns = medium === 'turned' ? 1 + (document.seed % 3) : 0
    const pages = await reader.read(readFileSync(join(folder, `${document.id}.${ending}`)), turns)
    const purpose = document.truth.kind.startsWith('ce_') ? 'course' : 'credential'
    const suggestions = suggestionsIn(pages, today, purpose)
    const compared = compare(suggestions, document.truth)
    results.push({ ...document, isHeldOut: isHeldOut(document.layout), compared })
  }
  reader.close()
  return results
}

async function tableFor(results) {
  const { tableOf } = await import('./reading/score.mjs')
  return tableOf(results.flatMap(({ compared }) => compared))
}

function listFaults(results) {
  for (const { id, isHeldOut, compared } of results)
    for (const { field, expected, suggestion, isRight } of compared)
      if (!isRight && !isHeldOut)
        console.log(
          `${id} ${field}: ${expected ?? 'nothing'}, read ${suggestion?.value ?? 'nothing'} (${suggestion?.confidence ?? '-'})`,
        )
}
