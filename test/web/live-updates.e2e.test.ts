import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { Role } from '#core/access/policy'
import { browserPath } from '../harness/browser.ts'
import { describeInBrowser, inBrowser } from './in-browser.ts'

// What others do is seen by whoever looks, whatever becomes of the connection in between.

const web = inBrowser()
const { at, openAs } = web

/** What passes before a socket is taken. */
let gate: Promise<void> | undefined
/** The connections of sockets, and the request that each began with. */
const sockets = new Map<Socket, IncomingMessage>()

let project = ''
let [first, second] = ['', '']
const columns: string[] = []

beforeAll(async () => {
  if (!browserPath) return
  const { body } = await at.owner.rest('POST', '/projects', { name: 'Umbau' })
  project = body.id
  const board = body.columns as { id: string; name: string }[]
  columns.push(...board.map(({ id }) => id))
  ;[first = '', second = ''] = board.map(({ name }) => name)
  const { server } = at.app.server
  const takers = server.listeners('upgrade') as ((...given: unknown[]) => void)[]
  server.removeAllListeners('upgrade').on('upgrade', async (...given) => {
    const [request, socket] = given as unknown as [IncomingMessage, Socket]
    await gate
    sockets.set(socket, request)
    for (const take of takers) take.apply(server, given)
  })
})
afterEach(() => {
  gate = undefined
})

const create = async (title: string, column = 0) =>
  (await at.owner.rest('POST', '/tasks', { title, project_id: project, column_id: columns[column] })).body.id as string

/** What stands in a column, in order. */
const cardsOf = (page: Page, column: string) =>
  page
    .getByRole('region', { name: column, exact: true })
    .getByRole('listitem')
    .locator('> span:first-child')
    .allTextContents()

/** The connections that a browser has. */
async function socketsOf(page: Page) {
  const cookies = (await page.context().cookies()).map(({ value }) => value)
  return [...sockets].filter(
    ([socket, { headers }]) => !socket.destroyed && cookies.some((value) => headers.cookie?.includes(value)),
  )
}

const patient = { timeout: 30_000 }

describeInBrowser('changes of others', () => {
  test('appear if they happened between loading and subscribing', async () => {
    const { page, close } = await openAs(Role.member, 'de')
    const opened = Promise.withResolvers<void>()
    gate = opened.promise
    await page.goto(`${web.base()}/app/projects/${project}`)
    await page.getByRole('region', { name: first, exact: true }).waitFor()
    await page.waitForLoadState('networkidle')
    await create('Dazwischen')
    expect(await cardsOf(page, first)).toEqual([])
    opened.resolve()
    await expect.poll(() => cardsOf(page, first), patient).toEqual(['Dazwischen'])
    await close()
  })

  test('appear after a browser was offline, without a reload; offline changes are refused', async () => {
    const moved = await create('Bewegt')
    const deleted = await create('Gelöscht')
    const { page, close } = await openAs(Role.member, 'de', `/projects/${project}`)
    const other = await openAs(Role.admin, 'de', `/projects/${project}`)
    const before = ['Dazwischen', 'Bewegt', 'Gelöscht']
    for (const each of [page, other.page]) await expect.poll(() => cardsOf(each, first), patient).toEqual(before)
    await expect.poll(async () => (await socketsOf(page)).length, patient).toBe(1)
    let loads = 0
    page.on('load', () => loads++)

    await page.context().setOffline(true)
    for (const [socket] of await socketsOf(page)) socket.destroy()
    await page.getByText('Keine Verbindung. Was Sie sehen, kann veraltet sein, bis sie wieder da ist.').waitFor()

    // Elsewhere a minute passes.
    await other.page
      .getByText('Bewegt', { exact: true })
      .dragTo(other.page.getByRole('region', { name: second, exact: true }).getByRole('list'))
    await other.page.getByLabel(`Neue Aufgabe in ${first}`).fill('Neu')
    await other.page.getByLabel(`Neue Aufgabe in ${first}`).press('Enter')
    await expect.poll(() => cardsOf(other.page, first), patient).toEqual(['Dazwischen', 'Gelöscht', 'Neu'])
    await at.owner.rest('DELETE', `/tasks/${deleted}`)
    await at.owner.rest('POST', `/tasks/${moved}/comments`, { content: 'Gesehen?' })
    for (let count = 0; count < 120; count++) await create(`Mehr ${count}`, 1)

    // What is done here stands where it stood, and why is told.
    await page.getByRole('button', { name: 'Dazwischen verschieben' }).press('Enter')
    await page.getByRole('menuitem', { name: second, exact: true }).press('Enter')
    await page.locator('.notice.danger').getByText('Der Dienst antwortet nicht.').waitFor()
    expect(await cardsOf(page, first)).toEqual(before)

    await page.context().setOffline(false)
    await expect.poll(() => cardsOf(page, first), patient).toEqual(['Dazwischen', 'Neu'])
    await page.getByRole('region', { name: second, exact: true }).getByText('121 Aufgaben').waitFor(patient)
    expect((await cardsOf(page, second))[0]).toBe('Bewegt')
    await expect.poll(() => page.getByText('Keine Verbindung').count(), patient).toBe(0)
    expect(loads).toBe(0)

    // From then on it goes on as before.
    await create('Danach')
    await expect.poll(() => cardsOf(page, first), patient).toEqual(['Dazwischen', 'Neu', 'Danach'])
    await close()
    await other.close()
  }, 120_000)

  test('appear in a calendar after being offline without an event', async () => {
    const { page, close } = await openAs(Role.member, 'de')
    // What asks from time to time does not.
    await page.addInitScript(() => Object.assign(window, { setInterval: () => 0 }))
    await page.goto(`${web.base()}/app/calendar`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(async () => (await socketsOf(page)).length, patient).toBe(1)
    await page.context().setOffline(true)
    for (const [socket] of await socketsOf(page)) socket.destroy()
    await page.getByText('Keine Verbindung.').waitFor()
    const now = Date.now()
    const [start_time, end_time] = [now, now + 3_600_000].map((time) => new Date(time).toISOString())
    const { status } = await at.owner.rest('POST', '/calendar/events', {
      title: 'Meanwhile',
      start_time,
      end_time,
      visibility: 'team',
    })
    expect(status).toBe(201)
    await page.context().setOffline(false)
    await page.getByText('Meanwhile').first().waitFor(patient)
    await close()
  }, 90_000)

  test.each(['next', 'error'])('appear once a stream refused by `%s` is accepted', async (type) => {
    const { page, close } = await openAs(Role.member, 'de')
    const errors = [{ message: 'Zu viele', extensions: { code: 'rate_limited', status: 429, retryAfter: 1 } }]
    let refused = 0
    await page.routeWebSocket(/graphql/, (socket) => {
      const service = socket.connectToServer()
      socket.onMessage((message) => {
        const { type: asked, id } = JSON.parse(String(message))
        if (asked !== 'subscribe' || refused >= 2) return service.send(message)
        refused += 1
        socket.send(JSON.stringify({ type, id, payload: type === 'next' ? { errors } : errors }))
        if (type === 'next') socket.send(JSON.stringify({ type: 'complete', id }))
      })
    })
    await page.goto(`${web.base()}/app/projects/${project}`)
    await page.getByRole('region', { name: first, exact: true }).waitFor()
    await expect.poll(() => refused, patient).toBe(2)
    await create(`Nach ${type}`)
    await expect.poll(() => cardsOf(page, first), { timeout: 15_000 }).toContain(`Nach ${type}`)
    await create(`Danach ${type}`)
    await expect.poll(() => cardsOf(page, first), { timeout: 15_000 }).toContain(`Danach ${type}`)
    await close()
  })

  test('appear over a new connection if the old one is silent', async () => {
    const { page, close } = await openAs(Role.member, 'en')
    // Without another load, so that it is the connection of this page.
    await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
    await page.getByRole('link', { name: 'Umbau' }).click()
    await page.getByRole('region', { name: first, exact: true }).waitFor()
    await expect.poll(async () => (await socketsOf(page)).length, patient).toBe(1)
    const [[mute] = []] = await socketsOf(page)
    mute?.pause()
    mute?.cork()
    const title = 'Ungehört'
    await create(title)
    await expect.poll(() => cardsOf(page, first), { timeout: 45_000 }).toContain(title)
    expect(mute?.destroyed).toBe(false)
    mute?.uncork()
    mute?.destroy()
    await close()
  }, 90_000)
})
