import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { freePort } from '../harness/service.ts'
import { trustedAuthority } from './authority.ts'

/** A CalDAV server with the account `anna`, whose password is `geheim`. */
export interface Radicale {
  /** `https://localhost:<port>` */
  url: string
  /** What a phone would send: as anna, with the answer's status and text. */
  send(method: string, path: string, body?: string, headers?: Record<string, string>): Promise<DavAnswer>
  /** Stores an object, a new one or in place of another. */
  put(path: string, text: string): Promise<void>
  /** Makes a calendar of anna's. */
  calendar(slug: string, name: string): Promise<void>
  /** Addresses and texts of what a calendar holds. */
  objects(slug: string): Promise<Map<string, string>>
  close(): Promise<void>
}

interface DavAnswer {
  status: number
  text: string
  etag: string | undefined
}

/** Debian's own, wherever another python comes first on the path. */
const program = '/usr/bin/radicale'

/** Why there is no CalDAV server on this machine, or null where there is one. */
export const findRadicaleProblem = (): string | null =>
  spawnSync(program, ['--version']).status === 0 ? null : 'radicale is not installed: apt-get install radicale'

/** Starts it on loopback, behind a certificate that this process trusts. It ends with this process at the latest. */
export async function startRadicale(): Promise<Radicale> {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-radicale-'))
  const { key, cert } = trustedAuthority()
  const port = await freePort()
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content)
    return join(folder, name)
  }
  mkdirSync(join(folder, 'collections'))
  const config = file(
    'config',
    `[server]
hosts = 127.0.0.1:${port}
ssl = True
certificate = ${file('cert.pem', cert)}
key = ${file('key.pem', key)}
[auth]
type = htpasswd
htpasswd_filename = ${file('users', 'anna:geheim\n')}
htpasswd_encryption = plain
delay = 0
[storage]
filesystem_folder = ${join(folder, 'collections')}
[logging]
level = error
`,
  )
  const child = spawn(program, ['--config', config], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `https://localhost:${port}`

  const send: Radicale['send'] = async (method, path, body, headers = {}) => {
    const call = request(`${url}${path}`, {
      method,
      auth: 'anna:geheim',
      headers: { ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }), ...headers },
    })
    call.end(body)
    const [answer] = await once(call, 'response')
    return { status: answer.statusCode, text: await text(answer), etag: answer.headers.etag }
  }
  for (const began = Date.now(); ; ) {
    const answer = await send('OPTIONS', '/').catch(() => null)
    if (answer) break
    if (child.exitCode !== null || Date.now() - began > 20_000) throw new Error('radicale does not start')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    send,
    async put(path, text) {
      const { status, text: said } = await send('PUT', path, text, { 'content-type': 'text/calendar' })
      // Of an object that was there, older ones say 201, newer ones 204.
      if (status !== 201 && status !== 204) throw new Error(`The object was not stored: ${status} ${said}`)
    },
    async calendar(slug, name) {
      const { status } = await send(
        'MKCALENDAR',
        `/anna/${slug}/`,
        `<c:mkcalendar xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><d:set><d:prop><d:displayname>${name}</d:displayname></d:prop></d:set></c:mkcalendar>`,
      )
      if (status !== 201) throw new Error(`The calendar was not made: ${status}`)
    },
    async objects(slug) {
      const { text: list } = await send('PROPFIND', `/anna/${slug}/`, undefined, { depth: '1' })
      const paths = [...list.matchAll(/<href>([^<]+\.ics)<\/href>/g)].map(([, path = '']) => path)
      return new Map(await Promise.all(paths.map(async (path) => [path, (await send('GET', path)).text] as const)))
    },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
