import type { BrowserContext } from 'playwright-core'
import { camt } from '../test/features/billing/bank-import/samples.ts'
import { openBrowser } from '../test/harness/browser.ts'
import { startService } from '../test/harness/service.ts'
import { signIn } from '../test/web/screens/step.ts'
import { formatTable } from './format-table.ts'
import { MainThreadMeter } from './main-thread-meter.ts'

const owner = { email: 'anna@kontor.example', password: 'korrekt-pferd-batterie' }

/** Milliseconds of CPU of the page's main thread that are allowed. */
const limits = {
  'a tree of 1,000 pages is opened': 250,
  'a key in it': 40,
  'a board of 500 tasks is opened': 250,
  'a task is created on it': 80,
  'a statement of 1,000 transactions is opened': 150,
  'a week of 300 entries in 73 rows is opened': 350,
} as const

type Name = keyof typeof limits

/** The cost of opening and using long lists in the app. */
export async function benchmarkLists() {
  const service = await startService({ API_RATE_LIMIT_PER_MINUTE: '100000', PUBLIC_RATE_LIMIT_PER_MINUTE: '100000' })
  const browser = await openBrowser()
  try {
    await service.kontor('org', 'create', '--name', 'Studio', '--email', owner.email, '--password', owner.password)
    const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
    // tsx compiles page functions with calls to `__name`.
    await context.addInitScript('globalThis.__name = (it) => it')
    const page = await context.newPage()
    await page.goto(`${service.base}/app`)
    await signIn({ page, base: service.base, ...owner })
    await page.close()
    const spent = await goThrough(context, service.base, await fillLongLists(context, service.base))
    const rows = Object.entries(limits).map(([name, limit]) => {
      const figure = spent[name as Name]
      if (figure > limit) process.exitCode = 1
      return [name, figure.toFixed(0), `≤ ${limit}`, figure > limit ? 'misses' : 'holds']
    })
    process.stdout.write(`${formatTable([['a long list', 'CPU ms of the page', 'allowed', ''], ...rows])}\n`)
  } finally {
    await browser.close()
    await service.stop()
  }
}

/** Where the long lists are. */
interface LongLists {
  statement: string
  board: string
  week: string
}

async function goThrough(
  context: BrowserContext,
  base: string,
  benchmarkLists: LongLists,
): Promise<Record<Name, number>> {
  const page = await context.newPage()
  await page.goto(`${base}/app`)
  const thread = await MainThreadMeter.of(page)
  /** What it costs to come back to a page that was seen before. */
  const opening = async (path: string) => {
    await page.goto(`${base}${path}`)
    await page.waitForFunction(() => !document.querySelector('.skeleton') && document.querySelector('h1'))
    return thread.median(
      () => page.goBack(),
      async () => {
        await page.locator('.places a[href="/app/clients"]').click()
        await page.getByRole('table').waitFor()
      },
    )
  }
  const keys = 10
  const spent: Record<Name, number> = {
    'a tree of 1,000 pages is opened': await opening('/app/pages'),
    'a key in it': await (async () => {
      await page.getByRole('row').first().focus()
      const all = await thread.median(async () => {
        for (let key = 0; key < keys; key++) await page.keyboard.press('ArrowDown')
      })
      return all / keys
    })(),
    'a board of 500 tasks is opened': await opening(benchmarkLists.board),
    'a task is created on it': await (() => {
      const typed = page.locator('.board form input').first()
      return thread.median(async (round) => {
        await typed.fill(`One more ${round}`)
        await typed.press('Enter')
      })
    })(),
    'a statement of 1,000 transactions is opened': await opening(benchmarkLists.statement),
    'a week of 300 entries in 73 rows is opened': await opening(benchmarkLists.week),
  }
  await page.close()
  return spent
}

/** Makes a thousand pages, five hundred tasks, a thousand transactions and a week of three hundred entries. */
async function fillLongLists(context: BrowserContext, base: string): Promise<LongLists> {
  const page = await context.newPage()
  await page.goto(`${base}/app/payments/import`)
  const transactions = Array.from({ length: 1000 }, (_, at) => ({
    ...{ cents: 1000 + at, name: `Payer ${at}`, purpose: `Order ${at}` },
  }))
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'bank.xml', mimeType: 'application/xml', buffer: Buffer.from(camt(...transactions)) })
  await page.waitForURL(/payments\/import\/.+/)
  const statement = new URL(page.url()).pathname
  const made = await page.evaluate(fill)
  await page.close()
  return { statement, ...made }
}

/** In the page: makes what is shown, and says where. */
async function fill() {
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { data, errors } = await answer.json()
    if (errors) throw new Error(errors[0].message)
    return data
  }
  const inPieces = async <T>(
    all: readonly T[],
    mutation: (each: T, at: number) => string,
  ): Promise<{ id: string }[]> => {
    const made: { id: string }[] = []
    for (let first = 0; first < all.length; first += 10) {
      const some = all.slice(first, first + 10).map((each, index) => `m${index}: ${mutation(each, first + index)}`)
      made.push(...(Object.values(await ask(`mutation { ${some.join(' ')} }`)) as { id: string }[]))
    }
    return made
  }
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  await ask('mutation { createClient(input: { name: "Somebody" }) { id } }')
  const tops = await inPieces(numbers(20), (at) => `createPage(input: { title: "Chapter ${at}" }) { id }`)
  await inPieces(numbers(980), (at) => {
    const parent = tops[at % tops.length]?.id
    return `createPage(input: { title: "Section ${at}", parentId: "${parent}" }) { id }`
  })
  const { createProject } = await ask('mutation { createProject(input: { name: "Long lists" }) { id } }')
  const { projectColumns } = await ask(`{ projectColumns(id: "${createProject.id}") { id } }`)
  await inPieces(numbers(500), (at) => {
    const column = projectColumns[at % projectColumns.length].id
    return `createTask(input: { projectId: "${createProject.id}", columnId: "${column}", title: "Task ${at}", dueDate: "2026-12-01" }) { id }`
  })
  const projects = await inPieces(numbers(73), (at) => `createProject(input: { name: "Work ${at}" }) { id }`)
  const monday = new Date()
  monday.setUTCHours(7, 0, 0, 0)
  monday.setUTCDate(monday.getUTCDate() - ((monday.getUTCDay() + 6) % 7) - 7)
  await inPieces(numbers(300), (at) => {
    const begin = monday.getTime() + (at % 5) * 86_400_000 + Math.floor(at / 5) * 600_000
    const [from, to] = [begin, begin + 540_000].map((moment) => new Date(moment).toISOString())
    return `createTimeEntry(input: { projectId: "${projects[at % 73]?.id}", startedAt: "${from}", endedAt: "${to}" }) { id }`
  })
  return { board: `/app/projects/${createProject.id}`, week: `/app/time?day=${monday.toISOString().slice(0, 10)}` }
}
