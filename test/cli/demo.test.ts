import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Person, person, startApp } from '../harness/house.ts'
import { run } from '../harness/process.ts'

let started: Awaited<ReturnType<typeof startApp>>
let owner: Person
let organizationId = ''
let shown = ''

/** Runs `kontor demo` on the database of the app, small. */
const demo = (...args: string[]) =>
  run('src/cli/main.js', ['demo', '--scale', '0.1', '--json', ...args], {
    DATA_DIR: started.directory,
    DATABASE_URL: started.url,
  })

const filled = async (...args: string[]) => {
  const { code, stdout, stderr } = await demo(...args)
  expect(code, stderr).toBe(0)
  const { organization_id, token } = JSON.parse(stdout)
  return { stderr, organizationId: organization_id as string, owner: person(started.app, organization_id, '', token) }
}

beforeAll(async () => {
  started = await startApp()
  ;({ owner, organizationId, stderr: shown } = await filled())
}, 120_000)
afterAll(() => started.stop())

const total = async (path: string, who = owner) => {
  const { status, body } = await who.rest('GET', path)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.total
}

test('the demo fills an organization with a year, by the API', async () => {
  expect(await total('/clients')).toBe(4)
  expect(await total('/projects')).toBe(3)
  expect(await total('/tasks')).toBe(60)
  expect(await total('/time-entries')).toBeGreaterThan(200)
  expect(await total('/members')).toBe(8)
  expect(await total('/whiteboards')).toBe(1)
  expect(await total('/invoices?status=paid')).toBeGreaterThan(10)
  expect(await total('/invoices?status=draft')).toBeGreaterThan(0)
  expect(await total('/invoices?kind=credit_note')).toBe(1)
  expect(await total('/contracts?status=sent')).toBeGreaterThan(0)
  for (const status of ['draft', 'sent', 'rejected', 'converted'])
    expect(await total(`/quotes?status=${status}`), status).toBe(1)
})

test('the seller says what public bodies want to know', async () => {
  const said = expect.stringMatching(/./)
  expect((await owner.rest('GET', '/organization')).body).toMatchObject({
    contact_name: said,
    phone: said,
    email: said,
  })
})

test('every invoice that was sent has its document, and a number in the order of its date', async () => {
  const { invoices } = (await owner.rest('GET', '/invoices?kind=invoice&sort=number&per_page=100')).body
  const sent = invoices.filter(({ number }: { number: string | null }) => number)
  expect(sent.length).toBeGreaterThan(10)
  const days = sent.map(({ issue_date }: { issue_date: string }) => issue_date)
  expect(days).toEqual(days.toSorted())
  for (const { id } of sent)
    expect((await owner.rest('GET', `/invoices/${id}/pdf`)).raw.subarray(0, 5).toString()).toBe('%PDF-')
  for (const { total_cents, line_items, tax_cents } of sent) {
    const net = line_items.reduce((sum: number, line: { net_cents: number }) => sum + line.net_cents, 0)
    expect(net + tax_cents).toBe(total_cents)
  }
})

test('nobody is mailed', async () => {
  const { rows } = await started.app.system.query('select kind from mails where organization_id = $1', [organizationId])
  expect(rows).toEqual([])
})

test('of the tokens only that of the owner is left', async () => {
  const { rows } = await started.app.system.query(
    `select m.role from tokens t join members m on m.organization_id = t.organization_id and m.id = t.member_id
     where t.organization_id = $1`,
    [organizationId],
  )
  expect(rows).toEqual([{ role: 'owner' }])
})

test('where there is no terminal, each part is a line', () => {
  expect(shown.trim().split('\n')).toEqual(
    'Firma Kunden Schlagworte Projekte Aufgaben Kommentare Zeiten Rechnungen Angebote Verträge Mahnungen Whiteboards'.split(
      ' ',
    ),
  )
})

test('what has clients is filled again only where that is said', async () => {
  const refused = await demo('--org', organizationId)
  expect([refused.code, refused.stderr.trim()]).toEqual([
    1,
    'The organization has 4 clients already. Give --add to fill it all the same.',
  ])
})

test('the same seed gives the same data, another seed or language another', { timeout: 120_000 }, async () => {
  const sums = async (who: Person) => (await who.rest('GET', '/reports/revenue?from=2020-01-01')).body.totals.net_cents
  const [again, english] = await Promise.all([filled('--seed', '1'), filled('--seed', '2', '--language', 'en')])
  expect(await sums(again.owner)).toBe(await sums(owner))
  expect(await sums(english.owner)).not.toBe(await sums(owner))
  const { tags } = (await english.owner.rest('GET', '/tags')).body
  expect(tags.map(({ name }: { name: string }) => name)).toContain('Waiting for client')
})

test.each([
  [['--scale', '0'], 'must be a number from 0.1 to 100'],
  [['--seed', 'x'], 'must be a whole number'],
  [['--org', '00000000-0000-4000-8000-000000000000'], 'There is no such organization.'],
])('%s is refused in a line', async (args, words) => {
  const { code, stderr } = await demo(...args)
  expect(code).toBe(1)
  expect(stderr).toContain(words)
})
