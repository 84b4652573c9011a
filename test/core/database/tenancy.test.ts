import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { select } from '#core/database/select'
import { Transaction } from '#core/database/transaction'
import { Client } from '#features/people/clients/client.entity'
import { type House, house, openHouse } from '../../harness/house.ts'

// Each protection is tested alone.

const at = house()
let other: House
let foreign = ''

beforeAll(async () => {
  other = await openHouse(at.app)
  foreign = (await other.owner.rest('POST', '/clients', { name: 'Fremd' })).body.id
})

test("the filter alone: as the owner, whom row-level security exempts, an entity manager finds no other tenant's rows", async () => {
  const { orm } = at.app.services.database
  const asOwner = async () => ({ client: await at.app.system.connect(), release() {} })
  const transaction = new Transaction(orm, asOwner, 'write', null)
  try {
    await transaction.enter(at.organizationId, sql`select set_org(${at.organizationId}::uuid)`)
    const [seen] = await transaction.query<{ count: number }>(select`count(*) from clients where id = ${foreign}`)
    expect(seen?.count, 'row-level security does not bind here').toBe(1)
    expect(await transaction.em.findOne(Client, { id: foreign })).toBeNull()
  } finally {
    await transaction.rollback()
  }
})

describe('row-level security alone: statements without a tenant condition', () => {
  test("see and change no other tenant's rows", async () => {
    await at.app.services.database.tenant(at.organizationId, async (transaction) => {
      expect(await transaction.query(select`id from clients where id = ${foreign}`)).toEqual([])
      expect(
        await transaction.writeReturning(sql`update clients set name = 'x' where id = ${foreign} returning id`),
      ).toEqual([])
      expect(await transaction.writeReturning(sql`delete from clients where id = ${foreign} returning id`)).toEqual([])
    })
  })
  test('cannot insert a row of another organization', async () => {
    const intrude = at.app.services.database.tenant(at.organizationId, (transaction) =>
      transaction.writeReturning(
        sql`insert into clients (organization_id, id, created_at, updated_at, name) values (${other.organizationId}, gen_random_uuid(), now(), now(), 'x')`,
      ),
    )
    await expect(intrude).rejects.toThrow(/row-level security/)
  })
  test('fail if no organization is set, instead of returning no rows', async () => {
    const transaction = await at.app.services.database.begin('read', '', null)
    await expect(transaction.query(select`id from clients`)).rejects.toThrow(/app.organization_id|uuid/)
    await transaction.rollback()
  })
  test("never see the previous transaction's organization on the same connection", async () => {
    const { pool } = at.app.services.database
    for (let round = 0; round < 20; round++) {
      await at.app.services.database.tenant(at.organizationId, (transaction) =>
        transaction.query(select`1 from clients limit 1`),
      )
      await expect(pool.query('select id from clients')).rejects.toThrow()
    }
  })
})

test("the key alone: even the owner cannot reference another organization's row", async () => {
  const tie = at.app.system.query(
    `insert into invoices (organization_id, id, created_at, updated_at, client_id, issue_date, due_date, line_items, subtotal_cents,
       tax_cents, total_cents, tax_breakdown, open_cents)
     values ($1, gen_random_uuid(), now(), now(), $2, now(), now(), '[]', 0, 0, 0, '[]', 0)`,
    [at.organizationId, foreign],
  )
  await expect(tie).rejects.toThrow(/invoices_client_id_fkey/)
})
