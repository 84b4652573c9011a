import { expect, test } from 'vitest'
import { catalogue } from '../../../../src/events.ts'
import { house } from '../../../harness/house.ts'

const at = house()

test('lists every event with what it is about and when it happens, in the language that is asked for', async () => {
  const list = async (language: string): Promise<Record<string, string>[]> => {
    const answer = await at.admin.rest('GET', '/webhooks/events', undefined, { 'accept-language': language })
    expect(answer.body.total).toBe(50)
    return answer.body.events
  }
  const [german, english] = [await list('de'), await list('en')]
  expect(german.map(({ name }) => name)).toEqual(Object.keys(catalogue))
  expect(german.every(({ name, resource }) => name?.startsWith(`${resource}.`))).toBe(true)
  expect(german.every(({ description }) => description)).toBe(true)
  expect(german[0]?.description).toBe(
    'Ein Entwurf wird angelegt, auch aus einem Angebot, aus Zeiten oder als Rechnungskorrektur.',
  )
  expect(english[0]?.description).toBe('A draft is created, also from a quote, from time or as a credit note.')
})

test('tells whoever sets up webhooks alone; any of them can be subscribed to', async () => {
  expect((await at.accountant.rest('GET', '/webhooks/events')).status).toBe(403)
  const { data } = await at.owner.graphql('{ webhookEvents { events { name } } }')
  const events = data.webhookEvents.events.map(({ name }: { name: string }) => name)
  expect((await at.owner.rest('POST', '/webhooks', { url: 'https://example.com/all', events })).status).toBe(201)
})
