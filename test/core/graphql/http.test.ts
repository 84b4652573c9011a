import Fastify from 'fastify'
import type { GraphQLObjectType } from 'graphql'
import pino from 'pino'
import { expect, test } from 'vitest'
import { mountGraphql } from '#core/graphql/http'
import { createPrepare } from '#core/graphql/prepare'
import { createSchemas } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'

const at = house()

test('a request gives no field a resolver that had none, and its answer is stored nowhere', async () => {
  const { schema } = createSchemas()
  const plainFields = () =>
    Object.values((schema.getType('Client') as GraphQLObjectType).getFields()).flatMap(({ name, resolve }) =>
      resolve ? [] : [name],
    )
  const before = plainFields()
  const server = Fastify()
  await mountGraphql(server, at.app.services, schema, createPrepare(schema, 1000), pino({ level: 'silent' }))
  const { statusCode, headers } = await server.inject({
    method: 'POST',
    url: '/graphql',
    headers: { authorization: `Bearer ${at.owner.token}` },
    payload: { query: '{ clients { clients { name } } }' },
  })
  expect(statusCode).toBe(200)
  expect(headers['cache-control']).toBe('no-store')
  expect(before).toContain('name')
  expect(plainFields()).toEqual(before)
  await server.close()
})
