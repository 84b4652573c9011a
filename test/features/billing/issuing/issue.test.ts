import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { Context } from '#core/operation/context'
import { operateAsSystem } from '#core/operation/operation'
import { archiveKey, readArchivedBytes, readArchivedDocument } from '#features/billing/issuing/archive'
import { type IssueRequest, issueDocument } from '#features/billing/issuing/issue-document'
import { removeOrphanedDocuments } from '#features/billing/issuing/remove-orphaned-documents'
import { verifyArchive } from '#features/billing/issuing/verify-archive'
import { house } from '../../../harness/house.ts'
import { today } from '../invoices/firm.ts'

const at = house({ today })
const operate = <T>(work: (context: Context) => Promise<T>) => operateAsSystem(at.app.services, at.organizationId, work)
const storage = () => at.app.services.storage

let drawn: string[] = []
beforeAll(() => at.owner.rest('PUT', '/organization', { quote_number_pattern: 'AN-{seq:3}' }))
afterEach(() => {
  vi.restoreAllMocks()
  drawn = []
})

/** A document of words. */
const quote = (more: Partial<IssueRequest<{ text: string }>> = {}): IssueRequest<{ text: string }> => ({
  kind: 'quote',
  subjectId: randomUUID(),
  number: ['quote', 'AN-{seq:3}', today],
  buildContent: ({ number }) => ({ text: `Angebot ${number}` }),
  async render({ text }) {
    drawn.push(text)
    return { pdf: Buffer.from(text), xml: null }
  },
  lock() {},
  ...more,
})

/** What the database holds for the organization right now. */
const held = async () => {
  const { rows } = await at.app.system.query<{ connections: number }>(
    `select count(*)::int as connections from pg_stat_activity where datname = current_database()
       and application_name = 'kontor app' and state like 'idle in transaction%'`,
  )
  const all = 'select from counters where organization_id = $1'
  const { rowCount: there } = await at.app.system.query(all, [at.organizationId])
  const { rowCount: free } = await at.app.system.query(`${all} for update skip locked`, [at.organizationId])
  return { connections: rows[0]?.connections, counter: there !== free }
}
const last = async () => {
  const { rows } = await at.app.system.query<{ last: number }>(
    "select last from counters where organization_id = $1 and series = 'quote'",
    [at.organizationId],
  )
  return rows[0]?.last ?? 0
}

test('issueDocument numbers, locks, archives and mails each kind', async () => {
  const subjectId = randomUUID()
  const order: string[] = []
  const issued = await operate((context) =>
    issueDocument(
      context,
      quote({
        subjectId,
        lock: ({ number }) => void order.push(`locked ${number}`),
        buildMail({ number }) {
          order.push(`mailed ${number}`)
          return {
            senderName: 'Kontor',
            replyTo: null,
            to: ['a@kunde.example'],
            cc: [],
            subject: number,
            body: { language: 'de', paragraphs: ['Guten Tag'] },
          }
        },
      }),
    ),
  )
  expect(issued).toMatchObject({ kind: 'quote', number: 'AN-001', xmlSha256: null })
  expect(order).toEqual(['locked AN-001', 'mailed AN-001'])
  const read = await operate(async (context) =>
    readArchivedBytes(context, await readArchivedDocument(context, subjectId, 'quote'), 'pdf'),
  )
  expect(Buffer.from(read).toString()).toBe('Angebot AN-001')
  const { rows } = await at.app.system.query('select kind, attachments from mails where subject_id = $1', [subjectId])
  const key = archiveKey(at.organizationId, issued.pdfSha256, 'pdf')
  expect(rows).toEqual([
    {
      kind: 'quote',
      attachments: [expect.objectContaining({ filename: 'AN-001.pdf', key, sha256: issued.pdfSha256 })],
    },
  ])
})

test('keeps the name of unnumbered documents, and archives signed ones beside the original', async () => {
  const subjectId = randomUUID()
  const reminder = { kind: 'reminder', number: 'RE-1, 1. Mahnung', content: () => ({ text: 'Mahnung' }) } as const
  const before = await last()
  await operate((context) => issueDocument(context, quote({ ...reminder, subjectId })))
  const signed = { kind: 'signed_quote', number: 'AN-9', content: () => ({ text: 'unterschrieben' }) } as const
  await operate((context) => issueDocument(context, quote({ ...signed, subjectId })))
  const [first, newest, only] = await operate((context) =>
    Promise.all([
      readArchivedDocument(context, subjectId, 'reminder'),
      readArchivedDocument(context, subjectId),
      readArchivedDocument(context, subjectId, 'quote').catch((error) => error.status),
    ]),
  )
  expect([first.number, newest.kind, only]).toEqual(['RE-1, 1. Mahnung', 'signed_quote', 404])
  expect(await last()).toBe(before)
})

test('holds neither number nor connection while rendering', async () => {
  const seen: unknown[] = []
  const put = storage().put.bind(storage())
  vi.spyOn(storage(), 'put').mockImplementation(async (...given) => {
    seen.push(await held())
    return put(...given)
  })
  await operate((context) =>
    issueDocument(
      context,
      quote({
        async render({ text }) {
          await expect.poll(held).toEqual({ connections: 0, counter: false })
          return { pdf: Buffer.from(`${text} einmal`), xml: null }
        },
      }),
    ),
  )
  expect(seen).toEqual([{ connections: 0, counter: false }])
})

/** What another process does: it takes the next number. */
const takeElsewhere = () =>
  at.app.system.query("update counters set last = last + 1 where organization_id = $1 and series = 'quote'", [
    at.organizationId,
  ])

test('renders again if another process takes the number', async () => {
  const before = await last()
  const { render } = quote()
  const issued = await operate((context) =>
    issueDocument(
      context,
      quote({
        async render(content, outside) {
          if (!drawn.length) await takeElsewhere()
          return render(content, outside)
        },
      }),
    ),
  )
  const numbers = [before + 1, before + 2].map((number) => `Angebot AN-${String(number).padStart(3, '0')}`)
  expect(drawn).toEqual(numbers)
  expect(`Angebot ${issued.number}`).toBe(numbers[1])
  expect(await last()).toBe(before + 2)
})

test('holds the number after repeated conflicts', async () => {
  const before = await last()
  const { render } = quote()
  const states: unknown[] = []
  const issued = await operate((context) =>
    issueDocument(
      context,
      quote({
        async render(content, outside) {
          states.push((await held())?.counter)
          if (drawn.length < 3) await takeElsewhere()
          return render(content, outside)
        },
      }),
    ),
  )
  expect(states).toEqual([false, false, false, true])
  expect(issued.number).toBe(`AN-${String(before + 4).padStart(3, '0')}`)
  expect(drawn.at(-1)).toBe(`Angebot ${issued.number}`)
})

test('numbers two documents of one operation consecutively', async () => {
  const before = await last()
  const two = await operate(async (context) => [
    await issueDocument(context, quote()),
    await issueDocument(context, quote()),
  ])
  expect(two.map(({ number }) => Number(number.slice(3)))).toEqual([before + 1, before + 2])
})

test('a failure leaves no gap and no files for long', async () => {
  const before = await last()
  const failing = (more: Partial<IssueRequest<{ text: string }>>) =>
    operate((context) => issueDocument(context, quote(more))).catch((error) => error.message)
  const no = (): never => {
    throw new Error('no')
  }
  expect(await failing({ lock: no })).toBe('no')
  expect(await failing({ render: async () => no() })).toBe('no')
  expect(await last()).toBe(before)
  const kept = async () => {
    let count = 0
    for await (const _ of storage().list(`documents/${at.organizationId}`)) count += 1
    return count
  }
  const { rows } = await at.app.system.query<{ count: number }>(
    'select count(distinct pdf_sha256)::int as count from archived_documents where organization_id = $1',
    [at.organizationId],
  )
  expect(await kept()).toBeGreaterThan(rows[0]?.count ?? 0)
  await removeOrphanedDocuments(at.app.services, at.app.system)
  expect(await kept()).toBe(rows[0]?.count)
  expect((await operate((context) => issueDocument(context, quote()))).number).toBe(
    `AN-${String(before + 1).padStart(3, '0')}`,
  )
})

test('a damaged document of any kind is found and never served', async () => {
  const subjectId = randomUUID()
  const { number, pdfSha256 } = await operate((context) => issueDocument(context, quote({ subjectId })))
  const key = archiveKey(at.organizationId, pdfSha256, 'pdf')
  await storage().put(key, Buffer.from('anders'), 'application/pdf')
  const read = operate(async (context) =>
    readArchivedBytes(context, await readArchivedDocument(context, subjectId), 'pdf'),
  )
  await expect(read).rejects.toMatchObject({ status: 503 })
  const { damaged } = await verifyArchive(at.app.system, storage())
  expect(damaged).toContainEqual({ organizationId: at.organizationId, kind: 'quote', number, key, fault: 'changed' })
})
