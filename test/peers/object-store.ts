import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** Where a PUT is when something happens to it: it has arrived whole, or it is kept and not answered yet. */
type PutMoment = 'arrived' | 'kept'

/** Object storage for tests that interrupt a PUT. It does not verify signatures; `s3-server.ts` does. */
export interface ObjectStore {
  /** Settings of Kontor's S3 variables. */
  settings: NodeJS.ProcessEnv
  /** Runs `act` at the next PUT of a key that ends so; that PUT is never answered. Answers how to let it be. */
  breakAt(moment: PutMoment, ending: string, act: () => void): () => void
  close(): Promise<void>
}

export async function startObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const traps = new Set<{ moment: PutMoment; ending: string; act(): void }>()
  const trapped = (moment: PutMoment, key: string) => {
    const trap = [...traps].find((each) => each.moment === moment && key.endsWith(each.ending))
    if (!trap) return false
    traps.delete(trap)
    trap.act()
    return true
  }
  const server = createServer(async (request, response) => {
    const key = request.url?.split('?')[0] ?? ''
    if (request.method === 'PUT') {
      const content = await buffer(request)
      if (trapped('arrived', key)) return
      objects.set(key, content)
      if (!trapped('kept', key)) response.writeHead(200, { etag: '"kept"' }).end()
      return
    }
    const object = objects.get(key)
    if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    response.writeHead(200, { 'content-length': object.length }).end(request.method === 'GET' ? object : undefined)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: 'test',
      S3_BUCKET: 'bucket',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    },
    breakAt(moment, ending, act) {
      const trap = { moment, ending, act }
      traps.add(trap)
      return () => traps.delete(trap)
    },
    async close() {
      server.closeAllConnections()
      await server[Symbol.asyncDispose]()
    },
  }
}
