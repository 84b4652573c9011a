import { mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, CDPSession, Locator, Page } from 'playwright-core'
import { openBrowser } from '../test/harness/browser.ts'
import { type Service, startService } from '../test/harness/service.ts'
import { parseMail } from '../test/peers/mime.ts'
import { signIn } from '../test/web/screens/step.ts'
import { formatTable } from './format-table.ts'
import { createCpuMeter } from './main-thread-meter.ts'

const owner = { email: 'anna@kontor.example', password: 'korrekt-pferd-batterie' }

/** So many days are gone through; the first finds nothing ready and is not counted. */
const days = 4

/** Milliseconds without a request until a step is over. */
const calm = 600

/** What a step costs. */
interface Cost {
  clicks: number
  keys: number
  requests: number
  milliseconds: number
  cpu: number
}

/**
 * A day's work in the app by mouse and keyboard: per step clicks, keystrokes, requests, milliseconds until the result is
 * visible, and CPU. Medians of three days.
 */
export async function benchmarkDay() {
  const service = await startService({ API_RATE_LIMIT_PER_MINUTE: '100000', PUBLIC_RATE_LIMIT_PER_MINUTE: '100000' })
  const browser = await openBrowser()
  try {
    const { organization_id: org = '' } = await service.kontor(
      ...['org', 'create', '--name', 'Studio', '--email', owner.email, '--password', owner.password],
    )
    await service.kontor('demo', '--org', org)
    const context = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } })
    // tsx compiles page functions with calls to `__name`.
    await context.addInitScript('globalThis.__name = (it) => it')
    context.setDefaultTimeout(60_000)
    const first = await context.newPage()
    await first.goto(`${service.base}/app`)
    await signIn({ page: first, base: service.base, ...owner })
    await first.close()
    const gone: Map<string, Cost>[] = []
    for (let index = 0; index < days; index++) {
      const page = await context.newPage()
      await page.goto(`${service.base}/app`)
      gone.push(await goThrough(browser, service, page, index + 1))
      await page.close()
    }
    const counted = gone.slice(1)
    const costs = [...(counted[0]?.keys() ?? [])].map((name) => {
      const all = counted.flatMap((each) => each.get(name) ?? [])
      const of = (key: keyof Cost) => all.map((each) => each[key]).toSorted((a, b) => a - b)[all.length >> 1] ?? 0
      return [name, ...keys.map(of)] as const
    })
    const sums = keys.map((_, at) => costs.reduce((sum, row) => sum + Number(row[at + 1]), 0))
    const rows = [...costs, ['the whole day', ...sums] as const]
    process.stdout.write(
      `${formatTable([
        ['step', 'clicks', 'keys', 'requests', 'ms', 'CPU ms of the page'],
        ...rows.map(([name, ...figures]) => [name, ...figures.map((each) => Number(each).toFixed(0))]),
      ])}\n`,
    )
  } finally {
    await browser.close()
    await service.stop()
  }
}

const keys = ['clicks', 'keys', 'requests', 'milliseconds', 'cpu'] as const

/** Simulates a user and counts clicks and keystrokes. */
class Hand {
  private clicks = 0
  private keys = 0
  /** What was asked of the service, and not of the browser's own cache. */
  private readonly asked = new Set<string>()
  private waiting = 0
  private last = Date.now()

  constructor(
    readonly page: Page,
    tools: CDPSession,
    private readonly cpu: () => Promise<number>,
  ) {
    tools.on('Network.requestWillBeSent', ({ requestId }) => this.asked.add(requestId))
    tools.on('Network.requestServedFromCache', ({ requestId }) => this.asked.delete(requestId))
    tools.on('Network.responseReceived', ({ requestId, response }) => {
      if (response.fromDiskCache) this.asked.delete(requestId)
    })
    page.on('request', () => {
      this.waiting++
      this.last = Date.now()
    })
    const ended = () => {
      this.waiting--
      this.last = Date.now()
    }
    page.on('requestfinished', ended)
    page.on('requestfailed', ended)
  }

  static async at(page: Page) {
    const tools = await page.context().newCDPSession(page)
    await tools.send('Network.enable')
    const hand = new Hand(page, tools, await createCpuMeter(tools))
    await hand.settled()
    return hand
  }
  readonly click = async (what: Locator) => {
    this.clicks++
    await what.click()
  }
  readonly press = async (key: string) => {
    this.keys++
    await this.page.keyboard.press(key)
  }
  /** Types into a field, after clicking it unless it has focus, and replaces its content. */
  readonly type = async (into: Locator, text: string) => {
    await into.waitFor()
    if (!(await into.evaluate((field) => field === document.activeElement))) await this.click(into)
    if (await into.evaluate(isKept)) await this.press('Control+a')
    this.keys += text.length
    await this.page.keyboard.type(text)
  }
  /** Waits until there are no more requests, which belong to the step that caused them. */
  async settled() {
    while (this.waiting > 0 || Date.now() - this.last < calm) await this.page.waitForTimeout(50)
  }
  /** What it has cost so far. */
  async cost(): Promise<Cost> {
    const { clicks, keys, asked } = this
    return { clicks, keys, requests: asked.size, milliseconds: 0, cpu: await this.cpu() }
  }
}

async function goThrough(browser: Browser, service: Service, page: Page, index: number) {
  const client = `Segelmacherei Voss ${index}`
  const email = `voss-${index}@segel.example`
  const costs = new Map<string, Cost>()
  const hand = await Hand.at(page)
  const step = async (name: string, go: (hand: Hand) => Promise<unknown>, by = hand) => {
    await by.settled()
    const [before, began] = [await by.cost(), Date.now()]
    await go(by)
    const milliseconds = Date.now() - began
    await by.settled()
    const after = await by.cost()
    costs.set(name, {
      clicks: after.clicks - before.clicks,
      keys: after.keys - before.keys,
      requests: after.requests - before.requests,
      milliseconds,
      cpu: after.cpu - before.cpu,
    })
  }
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  const dialog = page.getByRole('dialog')

  await step('a new client', async ({ click, type }) => {
    await click(link('Kunden'))
    await click(link('Neuer Kunde'))
    await type(field('Name'), client)
    await type(field('E-Mail'), email)
    await type(field('Straße'), 'Am Hafen 2')
    await type(field('PLZ'), '24103')
    await type(field('Ort'), 'Kiel')
    await click(button('Speichern'))
    await heading(client)
  })
  await step('a quote', async ({ click, type }) => {
    await click(link('Neues Angebot'))
    await type(field('Beschreibung'), 'Neue Website')
    await type(field('Menge'), '12')
    await type(field('Einzelpreis'), '95')
    await page.locator('.totals .sum').getByText('1.356,60').waitFor()
  })
  await step('sending it', async ({ click }) => {
    await click(button('Senden'))
    await click(dialog.getByRole('button', { name: 'Senden', exact: true }))
    await page.getByText('wurde an').waitFor()
  })

  const elsewhere = await browser.newContext({ locale: 'de-DE', viewport: { width: 1280, height: 800 } })
  const signing = await elsewhere.newPage()
  const link1 = await linkFor(service, email)
  await step(
    'the client signs',
    async ({ click, type }) => {
      await signing.goto(link1)
      await type(signing.getByLabel('Ihr Name'), 'Ina Voss')
      await click(signing.getByRole('button', { name: 'Tippen' }))
      await type(signing.locator('#typed'), 'Ina Voss')
      await click(signing.getByRole('button', { name: 'Unterschreiben' }))
      await signing.locator('.state.good').waitFor()
    },
    await Hand.at(signing),
  )
  await elsewhere.close()
  await page.getByText(/von Ina Voss$/).waitFor()

  await step('a project from it', async ({ click }) => {
    await click(link('Neues Projekt'))
    await click(button('Speichern'))
    await heading('Neue Website')
    await page.getByRole('region', { name: 'Board' }).getByRole('heading', { level: 2 }).first().waitFor()
  })
  const column = await page
    .getByRole('region', { name: 'Board' })
    .getByRole('heading', { level: 2 })
    .first()
    .textContent()
  await step('three tasks', async ({ press, type }) => {
    for (const title of ['Entwurf', 'Umsetzung', 'Abnahme']) {
      await type(field(`Neue Aufgabe in ${column}`), title)
      await press('Enter')
    }
    await link('Abnahme').waitFor()
  })
  await step('the timer starts', async ({ click }) => {
    await click(button('Entwurf verschieben'))
    await click(page.getByRole('menuitem', { name: 'Timer starten' }))
    await button('Timer stoppen').waitFor()
  })
  await page.evaluate(letHoursPass)
  await step('it stops', async ({ click }) => {
    await click(button('Timer stoppen'))
    await button('Timer starten').waitFor()
  })
  await step('an invoice from the time', async ({ click }) => {
    await click(link('Abrechnen'))
    await click(dialog.getByRole('button', { name: 'Entwurf anlegen' }))
    await heading(/^Rechnung an/)
  })
  await step('sending the invoice', async ({ click }) => {
    await click(button('Senden'))
    await click(dialog.getByRole('button', { name: 'Senden', exact: true }))
    await page.getByText('wurde an').waitFor()
  })
  await step('the payment', async ({ click }) => {
    await click(button('Zahlung erfassen'))
    await click(dialog.getByRole('button', { name: 'Erfassen', exact: true }))
    await page.getByText('Bezahlt', { exact: true }).first().waitFor()
  })
  return costs
}

/** The link that somebody was sent, by a mail which the service writes as a file. */
async function linkFor(service: Service, email: string): Promise<string> {
  const folder = join(service.directory, 'outbox')
  mkdirSync(folder, { recursive: true })
  for (const until = Date.now() + 60_000; Date.now() < until; ) {
    for (const name of readdirSync(folder).filter((each) => !each.startsWith('.'))) {
      const { headers, text } = parseMail(readFileSync(join(folder, name)))
      const found = headers.to?.includes(email) && /http\S+\/sign\/\S+/.exec(text)?.[0]
      if (found) return found
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`No link was sent to ${email}.`)
}

/** In the page: whether what is typed would stand beside what is in the field. */
const isKept = (field: HTMLElement | SVGElement) => {
  const { value, selectionStart, selectionEnd } = field as HTMLInputElement
  return value !== '' && (selectionStart !== 0 || selectionEnd !== value.length)
}

/** In the page: what runs began two hours ago. */
async function letHoursPass() {
  const ask = async (query: string) => {
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) })
    const { data, errors } = await answer.json()
    if (errors) throw new Error(errors[0].message)
    return data
  }
  const { runningTimer } = await ask('{ runningTimer { id } }')
  const began = new Date(Date.now() - 7_200_000).toISOString()
  await ask(`mutation { updateTimeEntry(id: "${runningTimer.id}", input: { startedAt: "${began}" }) { id } }`)
}
