import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPerson, type Person, startApp } from '../harness/house.ts'
import { runProgramToEnd } from '../harness/process.ts'
import { unzip } from '../harness/unzip.ts'

let started: Awaited<ReturnType<typeof startApp>>
let owner: Person
let organizationId = ''
let shown = ''

/** Runs `kontor demo` on the database of the app, small. */
const demo = (...args: string[]) =>
  runProgramToEnd('kontor.js', ['demo', '--scale', '0.1', '--json', ...args], {
    DATA_DIR: started.directory,
    DATABASE_URL: started.url,
  })

const filled = async (...args: string[]) => {
  const { code, stdout, stderr } = await demo(...args)
  expect(code, stderr).toBe(0)
  const { organization_id, token } = JSON.parse(stdout)
  return {
    stderr,
    organizationId: organization_id as string,
    owner: createPerson(started.app, organization_id, '', token),
  }
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

test('the demo fills an organization with a year through the API', async () => {
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
  for (const [status, count] of Object.entries({ draft: 1, sent: 1, rejected: 1, converted: 2, expired: 1 }))
    expect(await total(`/quotes?status=${status}`), status).toBe(count)
  const now = new Date().toISOString()
  for (const query of [`status=confirmed&to=${now}`, `status=confirmed&from=${now}`, 'status=cancelled'])
    expect(await total(`/bookings?${query}`), query).toBeGreaterThan(0)
  expect(await total('/absences')).toBeGreaterThan(0)
  for (const status of ['signed', 'cancelled']) expect(await total(`/contracts?status=${status}`), status).toBe(1)
  expect(await total('/recurring-invoices')).toBe(1)
  const [final] = (await owner.rest('GET', '/invoices?kind=final')).body.invoices
  expect([final.status, final.advances.length, await total('/invoices?kind=advance')]).toEqual(['sent', 1, 1])
  const { clients } = (await owner.rest('GET', '/clients')).body
  expect(clients.map(({ invoice_format }: { invoice_format: string }) => invoice_format)).toContain('xrechnung_ubl')
})

test('the seller has the data that public bodies require', async () => {
  const said = expect.stringMatching(/./)
  expect((await owner.rest('GET', '/organization')).body).toMatchObject({
    contact_name: said,
    phone: said,
    email: said,
  })
})

test('sent invoices have documents, and numbers in the order of their dates', async () => {
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

test('no mail is sent', async () => {
  const { rows } = await started.app.system.query('select kind from mails where organization_id = $1', [organizationId])
  expect(rows).toEqual([])
})

test("only the owner's token is left", async () => {
  const { rows } = await started.app.system.query(
    `select m.role from tokens t join members m on m.organization_id = t.organization_id and m.id = t.member_id
     where t.organization_id = $1`,
    [organizationId],
  )
  expect(rows).toEqual([{ role: 'owner' }])
})

test('prints a line for each part without a terminal', () => {
  const parts =
    'Firma Kunden Schlagworte Projekte Aufgaben Kommentare Zeiten Termine Abwesenheiten Terminarten Buchungen Rechnungen Angebote Verträge Mahnungen Serienrechnungen Whiteboards Freigaben Seiten'
  expect(shown.trim().split('\n')).toEqual(parts.split(' '))
})

describe('export commands', () => {
  const days = ['--from', '2020-01-01', '--to', `${new Date().getFullYear()}-12-31`]
  const out = () => join(started.directory, 'books.zip')
  const exported = (...args: string[]) =>
    runProgramToEnd('kontor.js', ['export', 'accounting', '--json', '--out', out(), ...days, ...args], {
      DATA_DIR: started.directory,
      DATABASE_URL: started.url,
    })

  test('write tables and documents for a tax audit', async () => {
    const { code, stdout, stderr } = await exported('--format', 'gobd', '--org', organizationId)
    expect(code, stderr).toBe(0)
    const files = unzip(readFileSync(out()))
    expect(JSON.parse(stdout)).toEqual({ file: out(), bytes: readFileSync(out()).length, files: files.size })
    const [tables, documents] = [true, false].map((isTable) =>
      [...files.keys()].filter((name) => !name.includes('/') === isTable),
    )
    expect(stderr.trim().split('\n')).toEqual([...(tables ?? []), 'dokumente'])
    const { rows } = await started.app.system.query(
      'select count(*)::int + count(xml_sha256)::int as count from archived_documents where organization_id = $1',
      [organizationId],
    )
    expect(documents).toHaveLength(rows[0].count)
    expect(documents?.length).toBeGreaterThan(30)
  })
  test('write the same DATEV export as REST, if the settings are complete', async () => {
    const cleared = { datev_consultant_number: null, datev_client_number: null }
    expect((await owner.rest('PUT', '/organization', { accounting: cleared })).status).toBe(200)
    const refused = await exported('--org', organizationId)
    expect([refused.code, refused.stdout, refused.stderr.trim()]).toEqual([
      1,
      '',
      ['datev_consultant_number', 'datev_client_number']
        .map((name) => `accounting.${name} is missing: there is no export to DATEV without this setting.`)
        .join(' '),
    ])
    const accounting = { datev_consultant_number: '29098', datev_client_number: '55003' }
    expect((await owner.rest('PUT', '/organization', { accounting })).status).toBe(200)
    expect((await exported('--org', organizationId)).code).toBe(0)
    const { raw } = await owner.rest('GET', `/accounting/export?from=${days[1]}&to=${days[3]}`)
    const rows = (zip: Buffer) =>
      [...unzip(zip)].map(([name, bytes]) => [name, bytes.toString('latin1').split('\r\n').slice(1)])
    expect(rows(readFileSync(out()))).toEqual(rows(raw))
    const { body } = await owner.rest('GET', '/audit-log?action=accounting.exported&per_page=2')
    expect(body.entries.map(({ actor }: { actor: object }) => actor)).toMatchObject([
      { type: 'user' },
      { type: 'system', name: 'kontor' },
    ])
  })
  test.each([
    [['--org', '00000000-0000-4000-8000-000000000000'], 'There is no such organization.'],
    [['--to', '2019-12-31'], 'to is before the start.'],
    [['--to', '2026-02-30'], 'must be a day that exists'],
    [['--format', 'pdf'], 'Allowed choices are datev, csv, gobd'],
    [['--format', 'csv', '--out', '/nowhere/books.zip'], 'no such file or directory'],
  ])('%s is refused in a line, and leaves nothing behind', async (args, words) => {
    const { code, stdout, stderr } = await exported('--org', organizationId, ...args)
    expect([code, stdout, stderr.trim().split('\n').at(-1)]).toEqual([1, '', expect.stringContaining(words)])
    expect(readdirSync(started.directory).filter((name) => name.endsWith('.part'))).toEqual([])
    expect(existsSync('/nowhere')).toBe(false)
  })
})

test('an organization with clients is only filled again with confirmation', async () => {
  const refused = await demo('--org', organizationId)
  expect([refused.code, refused.stderr.trim()]).toEqual([
    1,
    'The organization has 4 clients already. Give --add to fill it all the same.',
  ])
})

test('the same seed and language give the same data', { timeout: 120_000 }, async () => {
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
