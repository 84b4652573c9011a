import { type DocumentNode, parse } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseBearer } from '#core/access/bearer'
import { Problem } from '#core/errors/problem'
import { toProblem } from '#core/errors/problem-response'
import { executeDocument } from '#core/graphql/execute'
import { MutationRun } from '#core/graphql/guard'
import { readVariables } from '#core/graphql/variables'
import { operate } from '#core/operation/operation'
import { systemClock } from '#core/time/clock'
import { createSchemas } from '../src/app.ts'
import { exampleOperation, hasRoute, rootOf } from './harness/example-operation.ts'
import { createFixtures, exampleNames } from './harness/fixtures.ts'
import { house } from './harness/house.ts'
import { sample } from './harness/nightly.ts'
import { recordStatements } from './harness/statements.ts'

// Every pair of verbs that touch the same thing, in one operation, each sent as its example stands, to an organization
// with one of everything: what the first one tells does not depend on what the second one changes or clears. Each
// operation is undone, so that all of them find the same organization.

const { schema } = createSchemas()
const at = house()
/** An id of each thing, by its name. */
let ids: Record<string, string> = {}

/** Verbs that are in no pair, and why. */
const apart: Record<string, string> = {
  sendInvoice: 'writes a document, which is an effect outside of its transaction',
  sendContract: 'writes a document, which is an effect outside of its transaction',
  creditInvoice: 'writes a document, which is an effect outside of its transaction',
  sendQuote: 'writes a document, which is an effect outside of its transaction',
  signDocument: 'is done by a link, whose token is in no answer; its races are tested beside it',
  rejectDocument: 'is done by a link, whose token is in no answer; its races are tested beside it',
  answerInvitation: 'is done by a link, whose token is in no answer',
  bookSlot: 'is done at a public address; its races are tested beside it',
  cancelGuestBooking: 'is done by a link, whose token is in no answer',
  confirmGuestBooking: 'is done by a link, whose token is in no answer',
  rescheduleGuestBooking: 'is done by a link, whose token is in no answer',
  openShare: 'is done by a link, whose token is in no answer',
  downloadShare: 'is done by a link, whose token is in no answer; its races are tested beside it',
  shareFile: 'hashes a password, which is done between two runs of the operation; shareFolder is the same without one',
  remindInvoice: 'writes a document, which is an effect outside of its transaction',
  createCalendarConnection: 'looks at a server, which is nowhere',
  findCalendars: 'looks at a server, which is nowhere',
}

interface Verb {
  name: string
  document: DocumentNode
  variables(): Record<string, unknown>
}

/** A verb with what its example sends, as one root field of a document. */
function verbOf(name: string): Verb {
  const { text, variables } = exampleOperation('mutation', name)
  return {
    name,
    document: parse(text),
    variables() {
      const real = (id: string) => ids[exampleNames.get(id) ?? ''] ?? id
      return JSON.parse(JSON.stringify(variables).replace(/0198c0de-[\w-]{27}/g, real))
    },
  }
}

/** Those of GraphQL alone, which begin and end sessions, have no example, and change nothing that two of them in one operation share. */
const names = Object.keys(rootOf(schema, 'mutation')).filter(hasRoute)
const verbs = names.filter((name) => !(name in apart)).map(verbOf)

interface Told {
  errors: string[]
  events: { event: string; data: unknown; changes: unknown }[]
}

/** Runs verbs as the root fields of one operation, and undoes it; answers what it would have told. */
async function tell(...chosen: Verb[]): Promise<Told> {
  const bearer = parseBearer(`Bearer ${at.owner.token}`)
  const told: Told = { errors: [], events: [] }
  await operate(at.app.services, { bearer, language: 'en' }, 'write', async (context) => {
    // Root fields of a mutation run one after the other; each is compiled once for all of its pairs.
    const run = new MutationRun()
    for (const { document, variables } of chosen) {
      const given = readVariables(schema, document, undefined, variables())
      const { errors = [] } = await executeDocument(schema, document, undefined, given, context, run)
      for (const error of errors) {
        const { problem, fault } = toProblem(error, at.app.services.constraints)
        told.errors.push(fault ? `FAULT ${fault instanceof Error ? fault.stack : fault}` : problem.code)
      }
      if (errors.length) throw undone
    }
    told.events = (await context.recorder.buildStatements(context)).map(({ values }) => {
      const [head, rest] = values.slice(-2).map(String) as [string, string]
      const { event } = JSON.parse(`${head}0}`)
      return { event, ...(JSON.parse(`{${rest.slice(1)}`) as { data: unknown; changes: unknown }) }
    })
    throw undone
  }).catch((error) => {
    if (error === undone) return
    // Statements are not waited for: what the database refused comes out of the operation at its end.
    told.events = []
    told.errors = [error instanceof Problem ? error.code : `FAULT ${error.stack}`]
  })
  return told
}
const undone = new Error('undone')

/** The same for the same verb: without what is new each time, ids and times. */
function comparable({ events }: Told, known: ReadonlySet<unknown>) {
  return events.map((event) =>
    JSON.parse(JSON.stringify(event), (key, value) => {
      if (/(^|_)at$|^version$|^duration_seconds$/.test(key)) return undefined
      if (typeof value === 'string' && /^[0-9a-f-]{36}$/.test(value) && !known.has(value)) return 'an id'
      return fromToday(value)
    }),
  )
}

/** A day that is counted from today is another one after midnight. */
function fromToday(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return value
  const days = (Date.parse(value) - Date.parse(systemClock.today())) / 86_400_000
  return days >= 0 && days < 31 ? `today + ${days}` : value
}

/** The tables that a verb's statements name; those that it changes, or locks to change them, are among them. */
interface Touched {
  changed: Set<string>
  all: Set<string>
}

const written = /\b(?:insert into|update|delete from)\s+"?(\w+)/gi
const named = /\b(?:from|join|into|update)\s+"?(\w+)/gi

function touchedBy(statements: readonly string[], cleared: ReadonlyMap<string, string[]>): Touched {
  const names = (texts: readonly string[], pattern: RegExp) =>
    texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name]) => `${name}`))
  const locking = statements.filter((text) => /\bfor (?:no key )?update\b/i.test(text))
  const changed = new Set([...names(statements, written), ...names(locking, named)])
  for (const table of changed) for (const referring of cleared.get(table) ?? []) changed.add(referring)
  return { changed, all: new Set([...names(statements, named), ...changed]) }
}

/** The tables whose rows go, or lose a reference, with a row of another, by the name of that one. */
async function clearedWith(): Promise<Map<string, string[]>> {
  const { rows } = await at.app.services.database.pool.query<{ owner: string; referring: string[] }>(`
    SELECT confrelid::regclass::text AS owner, array_agg(DISTINCT conrelid::regclass::text) AS referring
    FROM pg_constraint WHERE contype = 'f' AND confdeltype IN ('c', 'n') GROUP BY 1`)
  return new Map(rows.map(({ owner, referring }) => [owner, referring]))
}

const alone = new Map<string, Told & Touched>()
beforeAll(async () => {
  ids = await createFixtures(at).all()
  const cleared = await clearedWith()
  const sent = recordStatements()
  for (const verb of verbs) {
    const told = await tell(verb)
    alone.set(verb.name, { ...told, ...touchedBy(sent.take(), cleared) })
  }
  sent.stop()
}, 60_000)

const changesWhatIsTouched = (by: Touched, other: Touched) => [...by.changed].some((table) => other.all.has(table))
const touchTheSame = (a: Touched, b: Touched) => changesWhatIsTouched(a, b) || changesWhatIsTouched(b, a)

test('lists only existing verbs as independent', () => {
  expect(names).toEqual(expect.arrayContaining(Object.keys(apart)))
})

describe.each(verbs.map((verb) => [verb.name, verb] as const))('%s and then', (name, first) => {
  test('any other verb on the same records works, with unchanged events of the first', async () => {
    const known = new Set([...Object.values(ids), at.owner.id])
    const told = alone.get(name) as Told & Touched
    expect(told.errors, 'alone').toEqual([])
    const own = comparable(told, known)
    const others = verbs.filter((second) => touchTheSame(told, alone.get(second.name) as Touched))
    expect(told.all).not.toEqual(new Set())
    // Each mutation is tried with a different part of the others.
    for (const second of sample(others, 8, names.indexOf(name))) {
      const both = await tell(first, second)
      const pair = `{ ${name} ${second.name} }`
      expect(both.errors.join(), pair).not.toContain('FAULT')
      if (!both.errors.length) expect(comparable(both, known).slice(0, own.length), pair).toEqual(own)
    }
  })
})
