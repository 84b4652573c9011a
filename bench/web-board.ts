import type { Browser, BrowserContext, Page } from 'playwright-core'

/** Tasks on the board that a card is dragged on. */
const tasks = 500
/** Tasks that are created by one document. */
const atOnce = 10

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  /** Microseconds that it took. */
  dur?: number
  /** Microseconds of CPU of them: a busy machine makes a thread wait. */
  tdur?: number
  args?: { name?: string; data?: { type?: string } }
}

/** Dragging a card on a board of 500 tasks while a second browser watches, in milliseconds. */
export interface DragTimings {
  /** CPU of the longest task of the page, which blocks rendering. */
  longestTask: number
  /** Duration of the longest task, including waiting on a busy machine. */
  longestTaken: number
  /** From dropping the card until the second browser shows it. */
  seenElsewhere: number
}

/** `context` is signed in as somebody who may write. */
export async function measureDrag(browser: Browser, context: BrowserContext, base: string): Promise<DragTimings> {
  // tsx compiles page functions with calls to `__name`.
  await context.addInitScript('globalThis.__name = (it) => it')
  const page = await context.newPage()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${base}/app`)
  const projectId = await page.evaluate(fill, { tasks, atOnce })
  const elsewhere = await browser.newContext({ storageState: await context.storageState() })
  await elsewhere.addInitScript('globalThis.__name = (it) => it')
  const other = await elsewhere.newPage()
  for (const each of [page, other]) {
    await each.goto(`${base}/app/projects/${projectId}`)
    await each.getByText('Task 0', { exact: true }).waitFor()
    await each.waitForLoadState('networkidle')
  }
  const figures: DragTimings[] = []
  for (const name of ['Task 0', 'Task 4', 'Task 8']) figures.push(await drag(browser, page, other, name))
  await page.close()
  await elsewhere.close()
  const longest = (key: keyof DragTimings) => Math.max(...figures.map((each) => each[key]))
  const median = (key: keyof DragTimings) => figures.map((each) => each[key]).toSorted((a, b) => a - b)[1] ?? 0
  return {
    longestTask: longest('longestTask'),
    longestTaken: longest('longestTaken'),
    seenElsewhere: median('seenElsewhere'),
  }
}

async function drag(browser: Browser, page: Page, other: Page, name: string): Promise<DragTimings> {
  const seen = other.evaluate(arrival, name)
  const from = await page.getByText(name, { exact: true }).boundingBox()
  const to = await page.locator('.cards').nth(1).boundingBox()
  if (!from || !to) throw new Error('The board is not there.')
  await browser.startTracing(page, {
    categories: ['disabled-by-default-devtools.timeline', 'devtools.timeline', '__metadata'],
  })
  await page.mouse.move(from.x + 20, from.y + 8)
  await page.mouse.down()
  await page.mouse.move(to.x + 60, to.y + 120, { steps: 30 })
  await page.mouse.move(to.x + 60, to.y + 60, { steps: 10 })
  await page.mouse.up()
  const dropped = Date.now()
  const seenElsewhere = (await seen) - dropped
  await page.waitForLoadState('networkidle')
  // What comes after it, until the browser has nothing to do.
  await page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))))
  await page.waitForTimeout(500)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  const tasks = tasksOf(traceEvents)
  return { longestTask: longestOf(tasks, 'tdur'), longestTaken: longestOf(tasks, 'dur'), seenElsewhere }
}

/** The tasks of the main thread of the page that was traced. */
function tasksOf(events: readonly TraceEvent[]): TraceEvent[] {
  const picked = events.filter(({ name, args }) => name === 'EventDispatch' && args?.data?.type === 'mousedown')
  const threads = new Set(picked.map(({ pid, tid }) => `${pid} ${tid}`))
  return events.filter(({ name, pid, tid }) => name === 'RunTask' && threads.has(`${pid} ${tid}`))
}

/** In milliseconds. */
const longestOf = (tasks: readonly TraceEvent[], of: 'dur' | 'tdur') =>
  Math.max(0, ...tasks.map((task) => (task[of] ?? 0) / 1000))

/** In the page: a project with its tasks, in its first columns. */
async function fill({ tasks: count, atOnce: some }: { tasks: number; atOnce: number }): Promise<string> {
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { data, errors } = await answer.json()
    if (errors) throw new Error(errors[0].message)
    return data
  }
  const { createProject } = await ask('mutation { createProject(input: { name: "Five hundred" }) { id } }')
  const { projectColumns } = await ask(`{ projectColumns(id: "${createProject.id}") { id } }`)
  for (let first = 0; first < count; first += some) {
    const documents = Array.from({ length: some }, (_, index) => {
      const { id } = projectColumns[(first + index) % projectColumns.length]
      return `t${index}: createTask(input: { projectId: "${createProject.id}", columnId: "${id}", title: "Task ${first + index}", dueDate: "2026-12-01" }) { id }`
    })
    await ask(`mutation { ${documents.join(' ')} }`)
  }
  return createProject.id
}

/** In the page: when a card comes to stand in the second column. */
function arrival(name: string): Promise<number> {
  const isThere = () =>
    [...(document.querySelectorAll('.cards')[1]?.querySelectorAll('a') ?? [])].some((each) => each.textContent === name)
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!isThere()) return
      observer.disconnect()
      resolve(Date.now())
    })
    observer.observe(document.body, { childList: true, subtree: true })
  })
}
