// A test runner for Stryker that runs tests in its own process. That is many times faster than starting vitest for each
// mutant, because most mutants only need to be switched on. For a mutant outside functions, or in a file that keeps
// state between calls, its module and all modules that import it are loaded again. Only the tests next to a file or
// importing it have to detect its mutants, because running all others would take hours.
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { INSTRUMENTER_CONSTANTS } from '@stryker-mutator/api/core'
import { commonTokens, declareClassPlugin, PluginKind, tokens } from '@stryker-mutator/api/plugin'
import * as stryker from '@stryker-mutator/api/test-runner'
import { beginFile, collecting, provided } from './test-functions.mjs'

/** The replacements for modules that tests import. */
const replacements = {
  vitest: import.meta.resolve('./test-functions.mjs'),
  'fast-check': import.meta.resolve('./brief-properties.mjs'),
}
const { DryRunStatus, TestStatus } = stryker

/** A variable or cache of a module. It would leak into the next mutant. */
const kept = /^(export )?(let |const \w+ = new (Weak)?(Map|Set)(<.*>)?\(\))/m
/** Global state set by a module. Reloading the module sets it again. */
const setsForAll = /^z\.config\(/m

/** Three times the steps of the longest test without a mutant. Most tests take a hundredth of that. */
const STEP_LIMIT = 100_000_000

const skipped = new Error('Skipped')
function skip() {
  throw skipped
}

class OneProcessRunner {
  static inject = tokens(commonTokens.options)
  #source = resolve('src')
  #options
  #testFiles = []
  #importsOf = new Map()
  #javascript = new Map()
  /** The modules to reload, and the number at the end of their URLs. */
  #again = new Set()
  #generation = 0
  /** The mutants read from this object which of them is active. */
  #namespace = {}
  #activeMutant
  /**
   * How often the mutants have read it in this test. An endless loop keeps reading, a slow test on a busy machine does
   * not.
   */
  #steps = 0
  #hasHung = false
  #tearDown
  constructor({ oneProcess }) {
    this.#options = oneProcess
    Object.defineProperty(this.#namespace, 'activeMutant', {
      get: () => {
        this.#steps += 1
        if (this.#steps > STEP_LIMIT) {
          this.#hasHung = true
          throw new Error('Too many steps')
        }
        return this.#activeMutant
      },
      set: (id) => {
        this.#activeMutant = id
      },
    })
  }

  capabilities() {
    return { reloadEnvironment: true }
  }

  async init() {
    globalThis[INSTRUMENTER_CONSTANTS.NAMESPACE] = this.#namespace
    const source = `${pathToFileURL(this.#source).href}/`
    registerHooks({
      resolve: (specifier, context, next) => {
        const replacement = replacements[specifier]
        if (replacement && context.parentURL !== replacement) return { url: replacement, shortCircuit: true }
        const found = next(specifier, context)
        if (!found.url.startsWith(source) || !found.url.endsWith('.ts')) return found
        // Under another URL it is another module.
        return { ...found, url: this.#addressOf(fileURLToPath(found.url)) }
      },
      load: (url, context, next) => {
        if (!url.startsWith(source) || !/\.ts(\?|$)/.test(url)) return next(url, context)
        return { format: 'module', source: this.#javascriptOf(fileURLToPath(url)), shortCircuit: true }
      },
    })
    const { tests, except = [], globalSetup } = this.#options
    this.#testFiles = globSync(tests, { exclude: except }).map((path) => resolve(path))
    for (const path of readdirSync(this.#source, { recursive: true })) {
      const file = join(this.#source, path)
      if (path.endsWith('.ts')) this.#importsOf.set(file, this.#readImports(file))
    }
    if (globalSetup === undefined) return
    const { setup } = await import(`${pathToFileURL(resolve(globalSetup)).href}?setup`)
    this.#tearDown = await setup({ name: '', provide: (key, value) => provided.set(key, value) })
  }

  async dispose() {
    await this.#tearDown?.()
  }

  async dryRun({ files }) {
    const tests = new Set(files.flatMap((file) => this.#testsOf(resolve(file))))
    const result = await this.#run([...tests])
    const { mutantCoverage } = this.#namespace
    return result.status === DryRunStatus.Complete ? { ...result, mutantCoverage } : result
  }

  async mutantRun(options) {
    const { activeMutant, mutantActivation, hitLimit, testFilter, sandboxFileName } = options
    const code = readFileSync(sandboxFileName, 'utf8')
    const isStatic = mutantActivation === 'static'
    // Always reload the tests: a mutant may have changed their data, and their last hook closes what they opened.
    this.#loadAgain(
      isStatic || kept.test(code) ? this.#importersOf(sandboxFileName) : new Set(this.#testFiles),
    )
    const wanted = testFilter && new Set(testFilter)
    const own = this.#testsOf(sandboxFileName)
    const reaching = wanted && new Set(testFilter.map((id) => resolve(id.split('#')[0])))
    const near = own.filter((file) => reaching === undefined || reaching.has(file))
    const namespace = this.#namespace
    namespace.hitCount = 0
    namespace.hitLimit = hitLimit
    this.#hasHung = false
    const files = near.length > 0 ? near : [...(reaching ?? [])]
    const result = await this.#run(files, { mutant: activeMutant.id, isStatic, wanted })
    this.#loadAgain(new Set())
    if (isStatic && setsForAll.test(code))
      await import(`${pathToFileURL(sandboxFileName).href}?${this.#generation}-after`)
    const hung = this.#hasHung
      ? { status: DryRunStatus.Timeout, reason: `Step limit reached (${STEP_LIMIT})` }
      : stryker.determineHitLimitReached(namespace.hitCount, hitLimit)
    return stryker.toMutantRunResult(hung ?? result)
  }

  /** Without a mutant, runs all tests. With a mutant, stops at the first failure. */
  async #run(files, { mutant, isStatic, wanted } = {}) {
    const results = []
    let error
    for (const file of files) {
      try {
        this.#namespace.activeMutant = isStatic ? mutant : undefined
        const all = await this.#load(file)
        this.#namespace.activeMutant = mutant
        const tests = wanted ? all.filter(({ id }) => wanted.has(id)) : all
        const isFailing = await this.#runFile(tests, results, mutant !== undefined)
        if (isFailing) return { status: DryRunStatus.Complete, tests: results }
      } catch (thrown) {
        error ??= `${file}: ${thrown?.stack ?? thrown}`
      } finally {
        this.#namespace.activeMutant = undefined
      }
    }
    return error === undefined
      ? { status: DryRunStatus.Complete, tests: results }
      : { status: DryRunStatus.Error, errorMessage: error }
  }

  /** Returns whether a test has failed. With `isBailing`, the tests after a failure are skipped. */
  async #runFile(tests, results, isBailing) {
    const open = []
    const leave = async (count) => {
      while (open.length > count) for (const hook of open.pop().hooks.afterAll) await hook()
    }
    try {
      for (const test of tests) {
        const shared = test.suites.findIndex((suite, index) => suite !== open[index])
        if (shared >= 0) await leave(shared)
        for (const suite of test.suites.slice(open.length)) {
          open.push(suite)
          for (const hook of suite.hooks.beforeAll) await hook()
        }
        const result = await this.#runTest(test)
        results.push(result)
        if (isBailing && result.status === TestStatus.Failed) return true
      }
      return false
    } finally {
      await leave(0).catch(() => {})
    }
  }

  async #runTest({ body, suites, ...test }) {
    const start = performance.now()
    this.#steps = 0
    const result = (status, failureMessage) => ({
      ...test,
      status,
      timeSpentMs: performance.now() - start,
      failureMessage,
    })
    this.#namespace.currentTestId = test.id
    try {
      for (const { hooks } of suites) for (const hook of hooks.beforeEach) await hook()
      await body({ skip })
      return result(TestStatus.Success)
    } catch (thrown) {
      if (thrown === skipped) return result(TestStatus.Skipped)
      return result(TestStatus.Failed, thrown?.message ?? String(thrown))
    } finally {
      for (const { hooks } of suites.toReversed()) for (const hook of hooks.afterEach) await hook()
      this.#namespace.currentTestId = undefined
    }
  }

  async #load(file) {
    const address = this.#addressOf(file)
    beginFile()
    this.#steps = 0
    await import(address)
    const path = relative('.', file).replaceAll('\\', '/')
    const names = new Map()
    const tests = collecting.tests.map(({ name, ...test }) => {
      // Two rows of a table may look the same.
      const count = (names.get(name) ?? 0) + 1
      names.set(name, count)
      const unique = count === 1 ? name : `${name} (${count})`
      return { ...test, id: `${path}#${unique}`, name: unique, fileName: file }
    })
    return tests
  }

  /** Cached, because a file is loaded hundreds of times. */
  #javascriptOf(file) {
    const known = this.#javascript.get(file)
    if (known !== undefined) return known
    const code = stripTypeScriptTypes(readFileSync(file, 'utf8'))
    this.#javascript.set(file, code)
    return code
  }

  #loadAgain(files) {
    this.#again = files
    this.#generation += 1
  }

  #addressOf(file) {
    const { href } = pathToFileURL(file)
    return this.#again.has(file) ? `${href}?${this.#generation}` : href
  }

  #readImports(file) {
    const text = readFileSync(file, 'utf8')
    return [
      ...text.matchAll(/\b(?:from|import)[ (]*['"](\.\/|#shared\/|#server\/|#testing\/)([^'"]+\.ts)['"]/g),
    ].map(([, root, path]) =>
      resolve(root === './' ? dirname(file) : join(this.#source, root.slice(1)), path),
    )
  }

  /** The test files next to a file or importing it, its own first. If there are none, all test files that reach it. */
  #testsOf(file) {
    const importers = this.#importersOf(file)
    const reaching = this.#testFiles.filter((test) => importers.has(test))
    const imports = (test) => this.#importsOf.get(test).includes(file)
    const isOwn = (test) => test === file.replace(/\.ts$/, '.test.ts')
    const near = reaching.filter((test) => dirname(test) === dirname(file) || imports(test))
    const distance = (test) => (isOwn(test) ? 0 : imports(test) ? 1 : 2)
    return near.length > 0 ? near.sort((a, b) => distance(a) - distance(b)) : reaching
  }

  /** The file and all files that import it, directly or indirectly. */
  #importersOf(file) {
    const importers = new Set([file])
    for (const each of importers)
      for (const [other, imported] of this.#importsOf) if (imported.includes(each)) importers.add(other)
    return importers
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'one-process', OneProcessRunner)]

export const strykerValidationSchema = {
  properties: {
    oneProcess: {
      description:
        'Globs of the test files, and the module that prepares them as the `globalSetup` of vitest does.',
      type: 'object',
      required: ['tests'],
      additionalProperties: false,
      properties: {
        tests: { type: 'array', items: { type: 'string' } },
        except: { type: 'array', items: { type: 'string' } },
        globalSetup: { type: 'string' },
      },
    },
  },
}
