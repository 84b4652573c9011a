import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a model was sent, as OpenAI's chat completions put it. */
interface Conversation {
  model: string
  messages: { role: string; content: string; tool_call_id?: string }[]
  tools?: { function: { name: string; description: string; parameters: { properties: object } } }[]
}

/** What it says next: words, a call of a tool, an HTTP status, no JSON, or nothing at all. */
type Turn = string | { call: string; parameters: object } | number | 'garbage' | 'hang'

export interface LanguageModel {
  url: string
  key: string
  heard: Conversation[]
  /** Says how it answers from now on; it is asked once for each turn. */
  answer(turn: (conversation: Conversation) => Turn): void
  close(): Promise<void>
}

/** A fake language model with scripted answers. */
export async function startLanguageModel(): Promise<LanguageModel> {
  const key = 'sk-test'
  const heard: Conversation[] = []
  let turn: (conversation: Conversation) => Turn = () => 'Ja.'
  const server = createServer(async (request, response) => {
    const send = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.headers.authorization !== `Bearer ${key}`) return send(401, { error: { message: 'wrong key' } })
    if (request.url === '/v1/models')
      return send(200, { object: 'list', data: [{ id: 'test-model', object: 'model' }] })
    const conversation = JSON.parse(await textOf(request)) as Conversation
    heard.push(conversation)
    const said = turn(conversation)
    if (said === 'hang') return
    if (said === 'garbage') return response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    if (typeof said === 'number') return send(said, { error: { message: 'secret detail of the endpoint' } })
    const message =
      typeof said === 'string'
        ? { role: 'assistant', content: said }
        : { role: 'assistant', content: null, tool_calls: [callOf(said)] }
    const choice = { index: 0, message, finish_reason: typeof said === 'string' ? 'stop' : 'tool_calls' }
    return send(200, {
      id: `chatcmpl-${heard.length}`,
      object: 'chat.completion',
      created: 1_780_000_000,
      model: conversation.model,
      choices: [choice],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    key,
    heard,
    answer(next) {
      turn = next
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const callOf = ({ call, parameters }: { call: string; parameters: object }) => ({
  id: `call_${Math.random().toString(36).slice(2)}`,
  type: 'function',
  function: { name: call, arguments: JSON.stringify(parameters) },
})

async function textOf(request: IncomingMessage) {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
