import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays } from '#core/time/clock'
import { endingTables } from '#features/platform/ending/retained-tables'
import { startApp } from '../harness/house.ts'
import { readMails } from '../harness/mails.ts'
import { runProgramToEnd } from '../harness/process.ts'

let at: Awaited<ReturnType<typeof startApp>>

beforeAll(async () => {
  at = await startApp()
}, 120_000)
afterAll(() => at?.stop())

const kontor = (...args: string[]) =>
  runProgramToEnd('kontor.js', args, { DATA_DIR: at.directory, DATABASE_URL: at.url })
const json = async (...args: string[]) => {
  const { code, stdout, stderr } = await kontor(...args, '--json')
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}
const create = async (name: string) =>
  (await json('org', 'create', '--name', name, '--email', `${name}@ende.example`)).organization_id as string
const remove = (org: string, ...more: string[]) => json('org', 'delete', '--org', org, ...more)
const rowsOf = async (organizationId: string) => {
  const tables: string[] = []
  for (const table of Object.keys(endingTables)) {
    const { rows } = await at.app.system.query(
      `select 1 from ${table} where ${table === 'organizations' ? 'id' : 'organization_id'} = $1 limit 1`,
      [organizationId],
    )
    if (rows.length) tables.push(table)
  }
  return tables
}

test('kontor org delete schedules the end in 30 days, and revokes it', async () => {
  const id = await create('Abschied')
  const endsOn = addDays(at.app.services.clock.today(), 30)
  expect(await remove(id)).toEqual({ organization_id: id, name: 'Abschied', ends_on: endsOn, has_ended: false })
  const said = await kontor('org', 'delete', '--org', id)
  expect(said.stdout).toContain(`Abschied (${id}) ends on ${endsOn}`)
  expect((await kontor('org', 'list')).stdout).toContain(`${id}  Abschied (ends on ${endsOn})\n`)
  expect(await remove(id, '--withdraw')).toEqual({
    organization_id: id,
    name: 'Abschied',
    ends_on: null,
    has_ended: false,
  })
  const mails = await readMails(at.app, "organization_id = $1 and kind like 'organization_ending%'", [id])
  expect(mails.map(({ kind }) => kind)).toEqual(['organization_ending_begun', 'organization_ending_kept'])
  const { rows } = await at.app.system.query(
    "select action, actor_name from audit_entries where organization_id = $1 and action like 'organization.%' order by sequence",
    [id],
  )
  expect(rows.slice(-2)).toEqual([
    { action: 'organization.ending', actor_name: 'kontor' },
    { action: 'organization.kept', actor_name: 'kontor' },
  ])
}, 120_000)

test('kontor org delete --now deletes everything if nothing must be retained', async () => {
  const id = await create('Probe')
  const today = at.app.services.clock.today()
  expect(await remove(id, '--now')).toEqual({
    ...{ organization_id: id, name: 'Probe', ends_on: today, has_ended: true },
    next_erasure_on: null,
  })
  expect(await rowsOf(id)).toEqual([])
  const { code, stderr } = await kontor('org', 'delete', '--org', id)
  expect([code, stderr.trim()]).toEqual([1, 'There is no such organization.'])
}, 120_000)

test('kontor org delete --now keeps documents that must be retained', async () => {
  const id = (await json('demo', '--scale', '0.1')).organization_id as string
  const { next_erasure_on: nextOn } = await remove(id, '--now')
  expect(nextOn).toMatch(/^\d{4}-01-01$/)
  const left = await rowsOf(id)
  expect(left).toEqual(expect.arrayContaining(['invoices', 'archived_documents', 'audit_entries', 'members']))
  expect(left.filter((table) => !endingTables[table]?.retained)).toEqual([])
  const doctor = await kontor('doctor', '--archive', '--json')
  expect(JSON.parse(doctor.stdout).checks).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'archive', ok: true })]),
  )
  // Owners get no mail, as this end cannot be withdrawn.
  expect(await readMails(at.app, "organization_id = $1 and kind like 'organization_ending%'", [id])).toEqual([])
  const again = await kontor('org', 'delete', '--org', id)
  const today = at.app.services.clock.today()
  expect(again.stdout).toContain(`(${id}) ended on ${today}.`)
  expect((await kontor('org', 'list')).stdout).toMatch(new RegExp(`^${id}  .* \\(ended on ${today}\\)$`, 'm'))
  expect((await json('org', 'list')).organizations).toContainEqual(
    expect.objectContaining({ id, ends_on: today, has_ended: true }),
  )
  const both = await kontor('org', 'delete', '--org', id, '--now', '--withdraw')
  expect([both.code, both.stderr.trim()]).toEqual([1, 'Give either --now or --withdraw.'])
  const late = await kontor('org', 'delete', '--org', id, '--withdraw')
  expect([late.code, late.stderr.trim()]).toEqual([1, 'This organization has already ended.'])
}, 300_000)
