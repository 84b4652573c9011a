import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, onTestFinished, test } from 'vitest'
import { parseBearer } from '#core/access/bearer'
import { Role } from '#core/access/policy'
import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import { operate, operateAsSystem } from '#core/operation/operation'
import { Client } from '#features/people/clients/client.entity'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createPerson, house } from '../../harness/house.ts'
import { onStatement } from '../../harness/statements.ts'

const at = house()

/** A new member whose token is cached. */
async function known(role: Role) {
  const { memberId, token } = await createMemberByCommand(at.app.system, {
    organizationId: at.organizationId,
    role,
    email: `${randomUUID()}@kontor.example`,
    name: 'Bekannt',
  })
  const somebody = createPerson(at.app, at.organizationId, memberId, token)
  expect((await somebody.rest('GET', '/me')).status).toBe(200)
  return somebody
}

const credentialsOf = (token: string | null) => ({ bearer: parseBearer(`Bearer ${token}`), language: null })
const becomes = (id: string, role: Role) =>
  at.app.system.query('update members set role = $3 where organization_id = $1 and id = $2', [
    at.organizationId,
    id,
    role,
  ])

describe('a caller with a cached admission', () => {
  test('is rejected if the role no longer allows it, and everything is rolled back', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.viewer)
    await at.events()
    expect((await somebody.rest('POST', '/clients', { name: 'Zu spät' })).status).toBe(403)
    expect((await at.owner.rest('GET', '/clients?q=Zu%20sp%C3%A4t')).body.total).toBe(0)
    expect(await at.events()).toEqual([])
  })
  test("may use a new role's permissions at once", async () => {
    const somebody = await known(Role.viewer)
    await becomes(somebody.id, Role.member)
    expect((await somebody.rest('POST', '/clients', { name: 'Schon heute' })).status).toBe(201)
  })
  test('takes effect once although it ran twice', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.admin)
    let begun = 0
    await at.events()
    await operate(at.app.services, credentialsOf(somebody.token), 'write', async (context) => {
      begun += 1
      context.record('client.created', context.create(Client, { name: 'Einmal' }))
    })
    expect(begun).toBe(2)
    expect(await at.events()).toEqual(['client.created'])
  })
  test('gets 401 instead of validation errors if the token is gone', async () => {
    const somebody = await known(Role.member)
    await at.app.system.query('delete from tokens where organization_id = $1 and member_id = $2', [
      at.organizationId,
      somebody.id,
    ])
    expect((await somebody.rest('POST', '/clients', { name: '' })).status).toBe(401)
    expect(JSON.stringify(await somebody.graphql('{ __typename }'))).toContain('unauthorized')
  })
  test('has no side effect before the token is confirmed', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.viewer)
    const seen: string[] = []
    await operate(at.app.services, credentialsOf(somebody.token), 'write', (context) => {
      // @ts-expect-error Operations can only read from the storage.
      const { put } = context.services.storage
      expect(put).toBeTypeOf('function')
      return context.runSideEffect(async () => seen.push(context.member.role))
    })
    expect(seen).toEqual(['viewer'])
  })
  test('gets no row before the token is confirmed', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.viewer)
    const seen: string[] = []
    await operate(at.app.services, credentialsOf(somebody.token), 'read', async (context) => {
      await context.query(select`1`)
      seen.push(context.member.role)
    })
    expect(seen).toEqual(['viewer'])
  })
})

describe('a write that is not awaited', () => {
  test('rolls everything back if it fails, and is reported instead of later failures', async () => {
    const email = `${randomUUID()}@kontor.example`
    await at.owner.rest('POST', '/clients', { name: 'Erste', email })
    const twice = operate(at.app.services, credentialsOf(at.owner.token), 'write', async (context) => {
      context.create(Client, { name: 'Vorher' })
      context.create(Client, { name: 'Zweite', email })
      await context.transaction.flush()
      await context.query(select`1`)
    })
    await expect(twice).rejects.toMatchObject({ code: 'email_taken' })
    expect((await at.owner.rest('GET', '/clients?q=Vorher')).body.total).toBe(0)
  })
})

describe('a new entity', () => {
  const changedAfter = (work: (context: Context) => Promise<unknown>) =>
    operateAsSystem(at.app.services, at.organizationId, async (context) => {
      const client = context.create(Client, { name: 'Neu' })
      await work(context)
      client.name = 'Anders'
    })
  test('must not be changed after its insert was sent', async () => {
    await expect(changedAfter((context) => context.transaction.flush())).rejects.toThrow(
      'Client: name changed after it was inserted.',
    )
    expect((await at.owner.rest('GET', '/clients?q=Neu')).body.total).toBe(0)
  })
  test('may be changed until then', async () => {
    await changedAfter((context) => context.query(select`1`))
    expect((await at.owner.rest('GET', '/clients?q=Anders')).body.total).toBe(1)
  })
})

describe('the order of writes', () => {
  const named = (context: Context, name: string) =>
    context.query<{ name: string }>(
      select`name from clients where organization_id = ${context.organizationId} and name = ${name}`,
    )
  test('is that of the code: a statement is sent after the entities before it, each once', async () => {
    const sent: string[] = []
    const stop = onStatement(({ text }) => sent.push(text))
    onTestFinished(stop)
    await operateAsSystem(at.app.services, at.organizationId, async (context) => {
      const client = context.create(Client, { name: 'Wartet' })
      expect(await named(context, 'Wartet')).toEqual([])
      const rename = sql`update clients set name = 'Geschrieben'
        where organization_id = ${context.organizationId} and id = ${client.id}`
      await Promise.all([context.write(rename), context.writeReturning(sql`${rename} returning id`)])
      expect(await named(context, 'Geschrieben')).toHaveLength(1)
      const loaded = await context.load(Client, client.id)
      context.assign(loaded, { name: 'Geladen' })
      const [found] = await context.writeReturning<{ notes: string }>(
        sql`update clients set notes = name where organization_id = ${context.organizationId} and id = ${client.id} returning notes`,
      )
      expect(found?.notes).toBe('Geladen')
    })
    expect(sent.filter((text) => /^insert into "clients"/.test(text))).toHaveLength(1)
    expect(sent.filter((text) => /^update "clients"/.test(text))).toHaveLength(1)
  })
  test('is checked by the compiler: reads use another tag', async () => {
    await operateAsSystem(at.app.services, at.organizationId, async (context) => {
      // @ts-expect-error Reads need `select`.
      const changing: Promise<unknown> = context.query(sql`select 1`)
      await changing
      const hidden = context.query(select`* from (with gone as (delete from clients returning 1) select * from gone) g`)
      await expect(hidden).rejects.toThrow(/WITH clause containing a data-modifying statement must be at the top level/)
    }).catch((error) => expect(error.message).toMatch(/data-modifying/))
  })
})

test('a connection returned by a read can write at once', async () => {
  for (let round = 0; round < 30; round++) {
    await at.owner.rest('GET', '/clients?per_page=1')
    // Fails in a read-only transaction even without matching rows.
    await at.app.services.database.pool.query('update clients set name = name where false')
  }
})
