import { createClient } from 'graphql-ws'
import { createDeliveryHeaders, createWebhookSecret } from '#features/platform/webhooks/signature'
import { waitForStopSignal } from '../core/runtime/stop-signal.ts'

export interface ListenOptions {
  to: string
  url: string
  token: string
  names?: string[]
  after?: string
  secret?: string
  json?: boolean
}

interface Told {
  id: string
  event: string
  createdAt: string
  organizationId: string
  actor: object
  sequence: number
  data: unknown
  changes: string[] | null
}

const document = `subscription ($names: [String!], $after: UUID) {
  events(names: $names, after: $after) { id event createdAt organizationId actor { type id name } sequence data changes }
}`

/** Milliseconds before reconnecting. */
const againAfter = 2_000

/**
 * Follows the feed and posts each event to a local URL like a webhook: same body, headers and signature, with a printed secret. Webhooks
 * need a public https URL, which a developer's machine lacks.
 */
export async function forwardEvents({
  to,
  url,
  token,
  names,
  after,
  secret = createWebhookSecret(),
  json = false,
}: ListenOptions) {
  const print = (values: object, words: string) => process.stdout.write(`${json ? JSON.stringify(values) : words}\n`)
  print({ secret, url, to }, `Events of ${url} go to ${to}, signed with\n${secret}\n`)
  const stopped = waitForStopSignal()
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: { authorization: `Bearer ${token}` },
    retryAttempts: 0,
  })
  let stopping = false
  stopped.then(() => {
    stopping = true
    client.dispose()
  })
  let last = after
  while (!stopping) {
    try {
      const feed = client.iterate<{ events: Told }>({ query: document, variables: { names, after: last } })
      for await (const { data, errors } of feed) {
        if (errors?.[0]) throw new Refused(errors[0].message)
        if (!data) continue
        await forward(data.events, { to, secret, print })
        last = data.events.id
      }
    } catch (error) {
      if (stopping) break
      const { code } = error as { code?: number }
      if (code === 4403)
        throw new Error(
          `The token is missing, expired or not one of ${url}: set TOKEN, or --token, to one that \`kontor token create\` prints there.`,
        )
      if (Array.isArray(error)) throw new Error(error[0]?.message)
      if (error instanceof Refused) throw error
      process.stderr.write(`The connection to ${url} is lost; trying again.\n`)
      await Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, againAfter))])
    }
  }
}

class Refused extends Error {}

async function forward(
  { id, event, createdAt, organizationId, actor, sequence, data, changes }: Told,
  { to, secret, print }: { to: string; secret: string; print: (values: object, words: string) => void },
) {
  const head = { id, event, created_at: createdAt, organization_id: organizationId, actor, sequence, data }
  const body = JSON.stringify({ ...head, ...(changes && { changes }) })
  const timestamp = Math.floor(Date.now() / 1000)
  const headers = createDeliveryHeaders({ secrets: [secret], id, event, delivery: id, timestamp, body })
  const began = performance.now()
  const status = await fetch(to, { method: 'POST', headers, body, redirect: 'manual' }).then(
    async (answer) => {
      await answer.body?.cancel()
      return answer.status
    },
    () => null,
  )
  const durationMs = Math.round(performance.now() - began)
  print(
    { id, event, sequence, status, duration_ms: durationMs },
    `${String(sequence).padStart(6)}  ${event.padEnd(24)} ${status ?? 'no answer'}  ${durationMs} ms`,
  )
}
