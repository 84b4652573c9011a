import { randomUUID } from 'node:crypto'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { readBearer } from '#core/access/bearer'
import { Role } from '#core/access/policy'
import { operate } from '#core/operation'
import { Client } from '#features/people/clients/client.entity'
import { createMember } from '#features/people/members/create-member'
import { house, person } from '../harness/house.ts'

const at = house()

/** A new member with a token that the service already knows. */
async function known(role: Role) {
  const { memberId, token } = await createMember(at.app.system, {
    organizationId: at.organizationId,
    role,
    email: `${randomUUID()}@kontor.example`,
    name: 'Bekannt',
  })
  const somebody = person(at.app, at.organizationId, memberId, token)
  expect((await somebody.rest('GET', '/me')).status).toBe(200)
  return somebody
}

const credentialsOf = (token: string | null) => ({ bearer: readBearer(`Bearer ${token}`), language: null })
const becomes = (id: string, role: Role) =>
  at.app.system.query('update members set role = $3 where organization_id = $1 and id = $2', [
    at.organizationId,
    id,
    role,
  ])

describe('a caller who is known from before', () => {
  test('is refused what the role no longer allows, and nothing of the attempt stays', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.viewer)
    await at.events()
    expect((await somebody.rest('POST', '/clients', { name: 'Zu spät' })).status).toBe(403)
    expect((await at.owner.rest('GET', '/clients?q=Zu%20sp%C3%A4t')).body.total).toBe(0)
    expect(await at.events()).toEqual([])
  })
  test('may at once what a new role allows', async () => {
    const somebody = await known(Role.viewer)
    await becomes(somebody.id, Role.member)
    expect((await somebody.rest('POST', '/clients', { name: 'Schon heute' })).status).toBe(201)
  })
  test('does once what had to be begun twice', async () => {
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
  test('is told 401 and not what is wrong with the request, where the token is gone', async () => {
    const somebody = await known(Role.member)
    await at.app.system.query('delete from tokens where organization_id = $1 and member_id = $2', [
      at.organizationId,
      somebody.id,
    ])
    expect((await somebody.rest('POST', '/clients', { name: '' })).status).toBe(401)
    expect(JSON.stringify(await somebody.graphql('{ __typename }'))).toContain('unauthorized')
  })
  test('has no row before the token is confirmed', async () => {
    const somebody = await known(Role.member)
    await becomes(somebody.id, Role.viewer)
    const seen: string[] = []
    await operate(at.app.services, credentialsOf(somebody.token), 'read', async (context) => {
      await context.query(sql`select 1`)
      seen.push(context.member.role)
    })
    expect(seen).toEqual(['viewer'])
  })
})

describe('a write that is not waited for', () => {
  test('undoes everything where it fails, and is the cause that is told, not what failed after it', async () => {
    const email = `${randomUUID()}@kontor.example`
    await at.owner.rest('POST', '/clients', { name: 'Erste', email })
    const twice = operate(at.app.services, credentialsOf(at.owner.token), 'write', async (context) => {
      context.create(Client, { name: 'Vorher' })
      context.create(Client, { name: 'Zweite', email })
      await context.settle()
      await context.query(sql`select 1`)
    })
    await expect(twice).rejects.toMatchObject({ code: 'email_taken' })
    expect((await at.owner.rest('GET', '/clients?q=Vorher')).body.total).toBe(0)
  })
})

test('a connection handed back by a read may write at once', async () => {
  for (let round = 0; round < 30; round++) {
    await at.owner.rest('GET', '/clients?per_page=1')
    await at.app.services.database.pool.query('create temporary table if not exists scratch (n int)')
    await at.app.services.database.pool.query('insert into scratch values (1)')
  }
})
