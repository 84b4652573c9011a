import Fastify from 'fastify'
import type { GraphQLObjectType } from 'graphql'
import pino from 'pino'
import { expect, test } from 'vitest'
import { createDocumentCache } from '#core/graphql/document-cache'
import { mountGraphql } from '#core/graphql/http'
import { createSchemas } from '../../../src/app.ts'
import { house } from '../../harness/house.ts'

const at = house()

test('adds no resolvers to fields, and forbids caching', async () => {
  const { schema } = createSchemas()
  const plainFields = () =>
    Object.values((schema.getType('Client') as GraphQLObjectType).getFields()).flatMap(({ name, resolve }) =>
      resolve ? [] : [name],
    )
  const before = plainFields()
  const server = Fastify()
  await mountGraphql(server, at.app.services, schema, createDocumentCache(schema, 1000), pino({ level: 'silent' }))
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

test.each([
  ['[{ "query": "{ me { id } }" }]', 'Objekt statt einer Liste'],
  ['{}', 'query'],
  ['"text"', 'JSON-Objekt'],
  ['{ "query": 5 }', 'query muss ein Text sein'],
  ['{ "query": "{ me { id } }", "variables": "x" }', 'variables muss ein Objekt sein'],
  ['{ "query": "{ me { id } }", "extensions": [] }', 'extensions muss ein Objekt sein'],
])('a body that is no request is refused as all else is: %s', async (payload, words) => {
  const { schema } = createSchemas()
  const server = Fastify()
  await mountGraphql(server, at.app.services, schema, createDocumentCache(schema, 1000), pino({ level: 'silent' }))
  const headers = { authorization: `Bearer ${at.owner.token}`, 'content-type': 'application/json' }
  const answer = await server.inject({ method: 'POST', url: '/graphql', headers, payload })
  const [error] = answer.json().errors
  expect([answer.statusCode, error.extensions.code, error.extensions.status]).toEqual([400, 'bad_request', 400])
  expect(error.message).toContain(words)
  await server.close()
})
