// The baseline for subscriptions: graphql-ws with one field and an emitter, without tokens, permissions, tenants and database.
import { EventEmitter, on } from 'node:events'
import { createServer } from 'node:http'
import { buildSchema, type GraphQLFieldConfig } from 'graphql'
import { useServer } from 'graphql-ws/use/ws'
import { WebSocketServer } from 'ws'

const schema = buildSchema('type Query { ok: Boolean } type Event { body: String } type Subscription { events: Event }')
const emitter = new EventEmitter().setMaxListeners(0)
const field = schema.getSubscriptionType()?.getFields().events as unknown as GraphQLFieldConfig<unknown, unknown>
field.subscribe = async function* () {
  for await (const [events] of on(emitter, 'event')) yield { events }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  emitter.emit('event', { body: Buffer.concat(chunks).toString() })
  response.end()
})
useServer({ schema }, new WebSocketServer({ server, path: '/graphql' }))
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }))
