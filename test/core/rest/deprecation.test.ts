import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Services } from '#core/operation/services'
import { mountRest } from '#core/rest/routes'
import { createSchemas, describeRest } from '../../../src/app.ts'

const { rest } = createSchemas()
const list = rest.schema.getQueryType()?.getFields().clients
if (!list) throw new Error('There is no list of clients.')
list.deprecationReason = 'Use `people`.'
list.extensions = { ...list.extensions, deprecation: { since: '2027-01-01', sunset: '2027-12-31' } }

test('marks only deprecated operations in OpenAPI', async () => {
  const { paths } = (await describeRest(rest, '')) as { paths: Record<string, Record<string, { deprecated?: true }>> }
  expect(paths['/clients']?.get?.deprecated).toBe(true)
  expect(paths['/clients']?.post).not.toHaveProperty('deprecated')
})

test('sends Deprecation and Sunset headers on deprecated routes', async () => {
  const app = Fastify()
  mountRest(app, {} as Services, rest)
  const { headers } = await app.inject('/api/v1/clients')
  expect(headers.deprecation).toBe(`@${Date.UTC(2027, 0, 1) / 1000}`)
  expect(headers.sunset).toBe('Fri, 31 Dec 2027 00:00:00 GMT')
  expect((await app.inject('/api/v1/projects')).headers).not.toHaveProperty('deprecation')
})
