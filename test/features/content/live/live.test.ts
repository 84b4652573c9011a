import { randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider'
import { getSchema } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { initProseMirrorDoc, yXmlFragmentToProsemirrorJSON } from '@tiptap/y-tiptap'
import { createEncoder, toUint8Array, writeVarString, writeVarUint, writeVarUint8Array } from 'lib0/encoding'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  applyUpdate,
  Doc,
  encodeStateAsUpdate,
  encodeStateVector,
  XmlElement,
  XmlHook,
  XmlText,
  Map as YMap,
} from 'yjs'
import { Role } from '#core/access/policy'
import { throttleMessages } from '#features/content/live/live-socket'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { type App, createApp } from '../../../../src/app.ts'
import { readConfig } from '../../../../src/config.ts'
import { createPeople } from '../../../harness/browser-session.ts'
import { measureLongestBlock, readCpuTime } from '../../../harness/cpu-time.ts'
import { type House, openHouse, startApp } from '../../../harness/house.ts'

let at: House
let other: App
let stop: () => Promise<void>
const opened: HocuspocusProvider[] = []

// One process stores soon after it is quiet, the other one waits for that, and stores at the latest.
const soon = { storeAfter: 100, storeAtLatest: 10_000, pollInterval: 1_000, tokenCheckInterval: 200 }
const late = { ...soon, storeAfter: 60_000, storeAtLatest: 400 }

beforeAll(async () => {
  const started = await startApp({ livePace: soon })
  at = await openHouse(started.app)
  // A second process on the same database.
  other = await createApp({
    config: readConfig({
      DATA_DIR: started.directory,
      API_RATE_LIMIT_PER_MINUTE: '1000000',
      PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000',
    }),
    databaseUrl: started.url,
    livePace: late,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
  })
  for (const app of [at.app, other]) await app.server.listen({ port: 0, host: '127.0.0.1' })
  stop = async () => {
    await other.close()
    await started.stop()
  }
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const provider of opened.splice(0)) {
    provider.configuration.websocketProvider.destroy()
    provider.destroy()
  }
})
afterAll(() => stop())

const addressOf = (app: App) => `ws://127.0.0.1:${(app.server.server.address() as AddressInfo).port}/live`

/** A connection that may be cut at any moment, also while it is being made. */
class Cable extends WebSocket {
  constructor(address: string) {
    super(address)
    this.on('error', () => {})
  }
}

interface Editor {
  provider: HocuspocusProvider
  socket: HocuspocusProviderWebsocket
  doc: Doc
  refused: Promise<string>
  said: object[]
}

/** The stock provider, as an editor has it. */
function edit(page: string, { token = at.member.token, app = at.app, doc = new Doc() } = {}): Editor {
  const refused = Promise.withResolvers<string>()
  const said: object[] = []
  const socket = new HocuspocusProviderWebsocket({
    url: addressOf(app),
    WebSocketPolyfill: Cable,
    delay: 10,
    minDelay: 5,
    jitter: false,
  })
  const provider = new HocuspocusProvider({
    websocketProvider: socket,
    name: `page.${page}`,
    document: doc,
    token: token ?? '',
    onAuthenticationFailed: ({ reason }) => refused.resolve(reason),
    onStateless: ({ payload }) => said.push(JSON.parse(payload)),
  })
  provider.attach()
  opened.push(provider)
  return { provider, socket, doc, refused: refused.promise, said }
}

// A busy machine needs a while to merge many updates.
vi.setConfig({ testTimeout: 90_000 })
const until = (look: () => unknown) => expect.poll(look, { interval: 5, timeout: 50_000 })
const synced = ({ provider }: Editor) => until(() => provider.isSynced && provider.unsyncedChanges === 0).toBe(true)
const rootOf = (doc: Doc) => doc.getXmlFragment('default')
/** A new paragraph at the end, or words in the paragraph that is there. */
function write(doc: Doc, words: string) {
  doc.transact(() => {
    const paragraph = new XmlElement('paragraph')
    paragraph.insert(0, [new XmlText(words)])
    rootOf(doc).insert(rootOf(doc).length, [paragraph])
  })
}
const newPage = async (content: unknown = 'Anfang') =>
  (await at.member.rest('POST', '/pages', { title: 'Seite', content })).body.id as string
const markdownOf = async (page: string) => (await at.viewer.rest('GET', `/pages/${page}?format=markdown`)).body.content
const textOf = (doc: Doc) => rootOf(doc).toString()

/** What is kept of a page's document. */
async function keptOf(page: string) {
  const { rows } = await at.app.system.query('select data from live_updates where page_id = $1 order by sequence', [
    page,
  ])
  const doc = new Doc()
  for (const { data } of rows) applyUpdate(doc, data)
  return doc
}
/** A frame of the protocol, past the provider. */
function send({ socket }: Editor, page: string, type: number, ...parts: (number | Uint8Array)[]) {
  const encoder = createEncoder()
  writeVarString(encoder, `page.${page}`)
  writeVarUint(encoder, type)
  for (const part of parts)
    if (typeof part === 'number') writeVarUint(encoder, part)
    else writeVarUint8Array(encoder, part)
  ;(socket.webSocket as unknown as WebSocket).send(toUint8Array(encoder))
}
/** Letters of one client in one text, each between its beginning and another letter: applying them takes the square of their number. */
function conflicting(letters: number): Uint8Array {
  const encoder = createEncoder()
  const put = (...numbers: number[]) => {
    for (const number of numbers) writeVarUint(encoder, number)
  }
  put(2, 2, 2, 0, 7, 1)
  writeVarString(encoder, 'default')
  put(6, 4, 0, 2, 0)
  writeVarString(encoder, 'b'.repeat(letters))
  put(letters, 1, 0)
  for (let index = 0; index < letters; index += 1) {
    put(4 | 0x40, 2, letters - index)
    writeVarString(encoder, 'a')
  }
  put(0)
  return toUint8Array(encoder)
}

describe('an editor', () => {
  test('who types beside another is the author of a version too, once a minute', async () => {
    const page = await newPage()
    const [anna, ben] = [edit(page), edit(page, { token: at.admin.token })]
    await Promise.all([synced(anna), synced(ben)])
    const authors = async () =>
      (await at.viewer.rest('GET', `/pages/${page}/versions`)).body.versions.map(
        ({ author }: { author: { name: string } }) => author.name,
      )
    for (const round of [1, 2]) {
      write(anna.doc, `Anna ${round}`)
      write(ben.doc, `Ben ${round}`)
      await Promise.all([synced(anna), synced(ben)])
      await until(async () => (await markdownOf(page)).includes(`Ben ${round}`)).toBe(true)
      await until(async () => (await markdownOf(page)).includes(`Anna ${round}`)).toBe(true)
      expect((await authors()).toSorted()).toEqual(['admin', 'member', 'member'])
    }
    const { versions } = (await at.viewer.rest('GET', `/pages/${page}/versions`)).body
    const texts = await Promise.all(
      versions.map(async ({ id, author }: { id: string; author: { name: string } }) => [
        author.name,
        (await at.viewer.rest('GET', `/pages/versions/${id}?format=markdown`)).body.content.includes('Ben'),
      ]),
    )
    expect(texts.at(-1)).toEqual(['member', false])
    expect(texts.find(([name]) => name === 'admin')).toEqual(['admin', true])
  })
  test('finds what the page holds, and what it writes is a version of its author', async () => {
    const page = await newPage()
    await at.events()
    const anna = edit(page)
    await synced(anna)
    expect(textOf(anna.doc)).toBe('<paragraph>Anfang</paragraph>')
    write(anna.doc, 'mehr')
    await synced(anna)
    anna.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\nmehr\n')
    expect(await at.events()).toEqual(['page.updated'])
    const ben = edit(page, { token: at.admin.token })
    await synced(ben)
    write(ben.doc, 'noch mehr')
    await until(() => markdownOf(page)).toBe('Anfang\n\nmehr\n\nnoch mehr\n')
    const { versions } = (await at.viewer.rest('GET', `/pages/${page}/versions`)).body
    expect(versions.map((version: { author: { name: string } }) => version.author.name)).toEqual([
      'admin',
      'member',
      'member',
    ])
  })
  test('is told of what was put by REST, as an edit beside its own', async () => {
    const page = await newPage('eins\n\nzwei')
    const [anna, ben] = [edit(page), edit(page, { app: other })]
    await Promise.all([synced(anna), synced(ben)])
    const first = rootOf(anna.doc).get(0) as XmlElement
    ;(first.get(0) as XmlText).insert(4, ' und mehr')
    await synced(anna)
    // The editors go on with what they have: the paragraph that is not changed is the same one.
    expect((await at.member.rest('PUT', `/pages/${page}/content`, { content: 'eins\n\nZWEI' })).status).toBe(200)
    const whole = '<paragraph>eins und mehr</paragraph><paragraph>ZWEI</paragraph>'
    for (const { doc } of [anna, ben]) await until(() => textOf(doc)).toBe(whole)
    expect(rootOf(anna.doc).get(0)).toBe(first)
    await until(() => markdownOf(page)).toBe('eins und mehr\n\nZWEI\n')
    // Restoring is putting, too.
    const { versions } = (await at.viewer.rest('GET', `/pages/${page}/versions`)).body
    await at.member.rest('POST', `/pages/${page}/restore`, { version_id: versions.at(-1).id })
    await until(() => textOf(ben.doc)).toBe('<paragraph>eins</paragraph><paragraph>zwei</paragraph>')
    expect(await markdownOf(page)).toBe('eins\n\nzwei\n')
  })
  test('has the version of the page move on: who read it before is 412', async () => {
    const page = await newPage()
    const { version } = (await at.member.rest('GET', `/pages/${page}`)).body
    const anna = edit(page)
    await synced(anna)
    write(anna.doc, 'mehr')
    await synced(anna)
    anna.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\nmehr\n')
    const late = await at.member.rest('PUT', `/pages/${page}/content`, { content: 'x' }, { 'if-match': `"${version}"` })
    expect(late.status).toBe(412)
  })
  test('that was away for an hour loses nothing, nor do the others', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    anna.socket.disconnect()
    write(anna.doc, 'unterwegs')
    const ben = edit(page, { token: at.admin.token, app: other })
    await synced(ben)
    // More than is kept one by one, so that it becomes one.
    for (let index = 0; index < 60; index += 1) {
      write(ben.doc, `Zeile ${index}`)
      await synced(ben)
    }
    rootOf(ben.doc).delete(1, 59)
    await synced(ben)
    ben.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\nZeile 59\n')
    const { rows } = await at.app.system.query('select stored from live_updates where page_id = $1', [page])
    expect(rows.length).toBeLessThan(50)
    expect(rows.every(({ stored }) => stored)).toBe(true)
    await at.app.system.query("update live_documents set updated_at = now() - interval '1 hour' where page_id = $1", [
      page,
    ])
    await anna.socket.connect()
    await until(() => textOf(anna.doc).match(/Zeile 59/) && anna.provider.unsyncedChanges === 0).toBe(true)
    anna.socket.destroy()
    await until(() => markdownOf(page)).toMatch(/unterwegs/)
    expect((await markdownOf(page)).trim().split('\n\n').sort()).toEqual(['Anfang', 'Zeile 59', 'unterwegs'])
  })
  test('sees who else is there, in whichever process, under the name of their token', async () => {
    const page = await newPage()
    const [anna, ben] = [edit(page), edit(page, { token: at.admin.token, app: other })]
    await Promise.all([synced(anna), synced(ben)])
    anna.provider.setAwarenessField('user', { name: 'Jemand anders', color: '#ff0000' })
    const seen = () => ben.provider.awareness?.getStates().get(anna.doc.clientID)
    await until(seen).toEqual({ user: { id: at.member.id, name: 'member', color: '#ff0000' } })
    // Nobody speaks for somebody else, from whichever process, nor for many.
    const mallory = edit(page, { token: at.viewer.token })
    const carl = edit(page, { token: at.viewer.token, app: other })
    await Promise.all([synced(mallory), synced(carl)])
    const states = (...clients: number[]) => {
      const encoder = createEncoder()
      writeVarUint(encoder, clients.length)
      for (const client of clients) {
        writeVarUint(encoder, client)
        writeVarUint(encoder, 99)
        writeVarString(encoder, JSON.stringify({ user: {}, cursor: 1 }))
      }
      return toUint8Array(encoder)
    }
    for (const editor of [mallory, carl]) send(editor, page, 1, states(anna.doc.clientID))
    send(mallory, page, 1, states(1, 2, 3, 4))
    send(mallory, page, 1, states(5))
    const viewers = () =>
      [...(ben.provider.awareness?.getStates().values() ?? [])].filter(({ user }) => user?.name === 'viewer')
    await until(() => viewers().length).toBe(2)
    expect(seen()).toMatchObject({ user: { name: 'member' } })
    anna.socket.destroy()
    await until(seen).toBeUndefined()
  })
  test('whose schema lacks what a page has takes nothing away as it opens it', async () => {
    const page = await newPage('> [!TIP]\n> Anruf\n\n- [ ] Aufgabe\n\nEnde\n')
    const anna = edit(page)
    await synced(anna)
    const whole = textOf(anna.doc)
    const poor = edit(page, { token: at.admin.token })
    await synced(poor)
    // As TipTap does it when the document is shown.
    initProseMirrorDoc(rootOf(poor.doc), getSchema([StarterKit.configure({ undoRedo: false })]))
    expect(textOf(poor.doc)).toBe('<paragraph>Ende</paragraph>')
    await until(() => poor.said).toContainEqual({
      event: 'not_stored',
      error: 'schema',
      types: expect.arrayContaining(['callout']),
    })
    // Nor when it comes back with what is left.
    ;(poor.socket.webSocket as unknown as WebSocket).terminate()
    await until(() => poor.said.length).toBeGreaterThan(1)
    expect(textOf(anna.doc)).toBe(whole)
    // Who means it may: the others are told, and the version before stays.
    write(anna.doc, 'mehr')
    await synced(anna)
    await until(() => markdownOf(page)).toMatch(/mehr/)
    rootOf(anna.doc).delete(0, 1)
    await until(() => anna.said).toContainEqual({ event: 'removed', types: ['callout'] })
    const { versions } = (await at.viewer.rest('GET', `/pages/${page}/versions`)).body
    expect(versions).toHaveLength(3)
  })
})

test('1,000 edits of two editors through cuts of the connection end equal, in both processes and by REST', async () => {
  const page = await newPage('')
  const editors = [edit(page), edit(page, { token: at.admin.token, app: other })]
  await Promise.all(editors.map(synced))
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let count = 0; count < 1_000; count += 1) {
    const { doc, socket } = editors[random(2)] as Editor
    const root = rootOf(doc)
    const paragraph = root.length ? (root.get(random(root.length)) as XmlElement) : undefined
    const text = paragraph?.get(0) as XmlText | undefined
    const kind = random(20)
    if (!text || kind < 2) write(doc, `Absatz ${count}`)
    else if (kind < 4 && root.length > 5) root.delete(random(root.length), 1)
    else if (kind < 9 && text.length > 3) text.delete(random(text.length - 2), 2)
    else text.insert(random(text.length + 1), `${count} `)
    // The connection itself, as a cable that is pulled.
    if (random(40) === 0) (socket.webSocket as unknown as WebSocket | null)?.terminate()
    if (random(20) === 0) await new Promise((resolve) => setTimeout(resolve, random(20)))
  }
  const [one, two] = editors.map(({ doc }) => doc) as [Doc, Doc]
  await until(() => editors.every(({ provider }) => provider.isSynced && provider.unsyncedChanges === 0)).toBe(true)
  await until(() => textOf(one) === textOf(two)).toBe(true)
  expect(textOf(one).length).toBeGreaterThan(1_000)
  for (const { socket } of editors) socket.destroy()
  const words = () => [...rootOf(one).toArray()].map((each) => (each as XmlElement).toArray().join(''))
  const shown = async () => {
    const { content } = (await at.viewer.rest('GET', `/pages/${page}`)).body
    return content.content.map((each: { content?: { text: string }[] }) =>
      (each.content ?? []).map(({ text }) => text).join(''),
    )
  }
  await until(shown).toEqual(words())
  const { rows } = await at.app.system.query('select from live_updates where page_id = $1 and not stored', [page])
  expect(rows).toHaveLength(0)
}, 60_000)

describe('what was written', () => {
  test('is told at the latest while it is still being typed', async () => {
    const page = await newPage()
    const anna = edit(page, { app: other })
    await synced(anna)
    await at.events()
    let words = 0
    await until(async () => {
      write(anna.doc, `Wort ${words++}`)
      return markdownOf(page)
    }).toMatch(/Wort/)
    expect(await at.events()).toContain('page.updated')
  })
  test('by two at once has an author each, and what one has put stays theirs', async () => {
    const page = await newPage()
    const [anna, ben] = [edit(page), edit(page, { token: at.admin.token })]
    await Promise.all([synced(anna), synced(ben)])
    write(anna.doc, 'von Anna')
    await synced(anna)
    await until(() => textOf(ben.doc)).toMatch(/Anna/)
    write(ben.doc, 'von Ben')
    await synced(ben)
    await until(() => markdownOf(page)).toMatch(/von Ben/)
    const { rows } = await at.app.system.query(
      'select author_id from live_updates where page_id = $1 and author_id is not null order by sequence',
      [page],
    )
    expect(rows.map(({ author_id }) => author_id)).toEqual([at.member.id, at.admin.id])
    const { versions } = (await at.viewer.rest('GET', `/pages/${page}/versions`)).body
    expect(['admin', 'member']).toContain(versions[0].author.name)
    expect(versions.at(-1).author.name).toBe('member')
  })
  test('counts to the storage of the organization, and is refused beyond it but for what is deleted', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    write(anna.doc, 'x'.repeat(200_000))
    await synced(anna)
    const counted = async () => {
      const { rows } = await at.app.system.query(
        `select state_bytes::int as bytes, (select sum(length(data))::int from live_updates where page_id = $1) as kept
          from live_documents where page_id = $1`,
        [page],
      )
      expect(rows[0].bytes).toBe(rows[0].kept)
      return rows[0].bytes
    }
    await until(() => markdownOf(page)).toMatch(/xxx/)
    expect(await counted()).toBeGreaterThan(200_000)
    const quota = vi.spyOn(at.app.services, 'storageQuota', 'get').mockReturnValue(100_000)
    write(anna.doc, 'y'.repeat(100_000))
    await until(() => anna.said).toContainEqual({ event: 'not_stored', error: 'payload_too_large' })
    const ben = edit(page, { token: at.admin.token })
    await synced(ben)
    expect(textOf(ben.doc)).not.toMatch(/y/)
    rootOf(ben.doc).delete(1, 1)
    await synced(ben)
    quota.mockRestore()
    // There is room again: what was refused comes.
    await until(() => textOf(ben.doc)).toMatch(/y/)
    await until(async () => (await markdownOf(page)).replace(/y+/, 'y')).toBe('Anfang\n\ny\n')
    await counted()
  })
  test('off the schema is taken out again, for all, and told', async () => {
    const page = await newPage()
    const [anna, ben] = [edit(page, { app: other }), edit(page)]
    await Promise.all([synced(anna), synced(ben)])
    ben.doc.transact(() => {
      const paragraph = new XmlElement('paragraph')
      const text = new XmlText()
      text.insert(0, 'klick', { link: { href: 'javascript:alert(1)' } })
      paragraph.insert(0, [text])
      const script = new XmlElement('script')
      script.insert(0, [new XmlText('alert(2)')])
      rootOf(ben.doc).insert(1, [paragraph, script])
    })
    await until(() => textOf(anna.doc)).toMatch(/javascript/)
    await until(() => textOf(anna.doc)).not.toMatch(/javascript|script/)
    expect(textOf(anna.doc)).toMatch(/klick/)
    expect(JSON.stringify((await at.viewer.rest('GET', `/pages/${page}`)).body.content)).not.toMatch(
      /javascript|script/,
    )
    await until(() => [...anna.said, ...ben.said]).toContainEqual({
      event: 'changed',
      warnings: expect.arrayContaining([
        {
          kind: 'type',
          detail: 'script',
          line: null,
          count: 1,
          field: 'content',
          message: expect.stringContaining('script'),
        },
      ]),
    })
  })
  test('where no page has its content, or deeper than any, is nobody else’s, and never kept', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    const kept = async () =>
      (await at.app.system.query('select from live_updates where page_id = $1', [page])).rows.length
    const dig = (doc: Doc) =>
      doc.transact(() => {
        let parent: XmlElement | ReturnType<typeof rootOf> = rootOf(doc)
        for (let level = 0; level < 1_000; level += 1) {
          const inner = new XmlElement('blockquote')
          parent.insert(0, [inner])
          parent = inner
        }
      })
    for (const spoil of [(doc: Doc) => doc.getMap('elsewhere').set('a', 'x'.repeat(1_000)), dig]) {
      const mallory = edit(page, { token: at.admin.token })
      await synced(mallory)
      const refused = new Promise((resolve) => mallory.provider.on('close', resolve))
      spoil(mallory.doc)
      await refused
      mallory.socket.destroy()
      expect(await kept()).toBe(1)
    }
    await synced(anna)
    write(anna.doc, 'ungestört')
    await synced(anna)
    expect(textOf(anna.doc)).toBe('<paragraph>Anfang</paragraph><paragraph>ungestört</paragraph>')
    anna.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\nungestört\n')
  })
  test('in the place of the content, and is neither element nor text, is taken out for all, and told', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    anna.doc.transact(() => {
      const text = new XmlText()
      rootOf(anna.doc).insert(0, [new YMap() as never, new XmlHook('hook') as never, text])
      text.insertEmbed(0, new YMap())
      text.insert(1, 'bleibt')
    })
    await until(() => anna.said).toContainEqual(expect.objectContaining({ event: 'changed' }))
    expect(JSON.stringify(anna.said)).toMatch(/YMap.*YXmlHook/)
    await until(() => textOf(anna.doc)).toBe('<paragraph>bleibt</paragraph><paragraph>Anfang</paragraph>')
    expect(await markdownOf(page)).toBe('bleibt\n\nAnfang\n')
    expect(yXmlFragmentToProsemirrorJSON(rootOf(await keptOf(page)))).toHaveProperty('content.length', 2)
  })
  test('where it has no place is put where it has one, for all, and a PUT still comes', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    anna.doc.transact(() => {
      const [details, item, paragraph] = ['details', 'listItem', 'paragraph'].map((name) => new XmlElement(name))
      rootOf(anna.doc).insert(1, [details as XmlElement])
      details?.insert(0, [item as XmlElement])
      item?.insert(0, [paragraph as XmlElement])
      paragraph?.insert(0, [new XmlText('Wichtig')])
    })
    await until(() => markdownOf(page)).toMatch(/Wichtig/)
    await until(() => textOf(anna.doc)).toMatch(/<bulletlist>.*Wichtig/i)
    await at.member.rest('PUT', `/pages/${page}/content`, { content: 'Neu' })
    await until(() => textOf(anna.doc)).toBe('<paragraph>Neu</paragraph>')
  })
  test('as an update that would hold up everybody is refused, and holds up nobody', async () => {
    const page = await newPage()
    const [anna, mallory] = [edit(page), edit(page, { token: at.admin.token })]
    await Promise.all([synced(anna), synced(mallory)])
    const held = await measureLongestBlock(async () => {
      send(mallory, page, 0, 2, conflicting(4_000))
      await until(() => mallory.said).toContainEqual({ event: 'not_stored', error: 'too_complex' })
    })
    expect(held).toBeLessThan(400)
    write(anna.doc, 'ungestört')
    await synced(anna)
    // What goes on from it is not taken either.
    write(mallory.doc, 'danach')
    await until(() => markdownOf(page)).toBe('Anfang\n\nungestört\n')
    expect(mallory.provider.unsyncedChanges).toBe(1)
  })
  test('before that was refused is repaired from what the page shows', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    anna.provider.destroy()
    await at.app.system.query(
      `insert into live_updates (organization_id, page_id, sequence, data, stored, created_at) values ($1, $2, 2, $3, true, now())`,
      [at.organizationId, page, conflicting(12_000)],
    )
    await at.app.system.query('update live_documents set sequence = 2 where page_id = $1', [page])
    const ben = edit(page, { app: other })
    const held = await measureLongestBlock(() => synced(ben))
    expect(held).toBeLessThan(400)
    expect(textOf(ben.doc)).toBe('<paragraph>Anfang</paragraph>')
    write(ben.doc, 'weiter')
    await synced(ben)
    // Whoever leaves last has it stored.
    ben.provider.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\nweiter\n')
  })
  test('without what it goes on from is not acknowledged', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    const away = new Doc()
    write(away, 'erst')
    const before = encodeStateVector(away)
    write(away, 'dann')
    send(anna, page, 0, 2, encodeStateAsUpdate(away, before))
    await until(() => anna.said).toContainEqual({ event: 'not_stored', error: 'incomplete' })
    send(anna, page, 0, 2, encodeStateAsUpdate(away))
    await until(() => markdownOf(page)).toMatch(/erst\n\ndann/)
  })
  test('beyond what a page can hold is refused and told; what is deleted is not', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    write(anna.doc, 'x'.repeat(600_000))
    await synced(anna)
    write(anna.doc, 'y'.repeat(600_000))
    await until(() => anna.said).toContainEqual({ event: 'not_stored', error: 'too_large' })
    anna.socket.destroy()
    const ben = edit(page, { token: at.admin.token, app: other })
    await synced(ben)
    expect(textOf(ben.doc).length).toBeLessThan(700_000)
    rootOf(ben.doc).delete(1, 1)
    await synced(ben)
    ben.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n')
  })
})

describe('a socket', () => {
  test('of somebody who may only read gets what others write, and has nothing of its own kept', async () => {
    const page = await newPage()
    const [reader, anna] = [edit(page, { token: at.viewer.token }), edit(page)]
    await Promise.all([synced(reader), synced(anna)])
    expect(reader.provider.authorizedScope).toBe('readonly')
    write(reader.doc, 'heimlich')
    write(anna.doc, 'offen')
    await synced(anna)
    await until(() => textOf(reader.doc)).toMatch(/offen/)
    expect(reader.provider.unsyncedChanges).toBe(1)
    anna.socket.destroy()
    reader.socket.destroy()
    await until(() => markdownOf(page)).toBe('Anfang\n\noffen\n')
  })
  test('of somebody who may only read costs little however often it asks for the whole', async () => {
    const page = await newPage({
      type: 'doc',
      content: Array.from({ length: 1_500 }, (_, index) => ({
        type: 'paragraph',
        content: [
          { type: 'text', text: `Zeile ${index} ` },
          { type: 'text', text: 'fett', marks: [{ type: 'bold' }] },
        ],
      })),
    })
    const webSocket = new WebSocket(addressOf(at.app))
    await new Promise((resolve) => webSocket.on('open', resolve))
    let heard = 0
    webSocket.on('message', () => {
      heard += 1
    })
    const reader = { socket: { webSocket } } as unknown as Editor
    send(reader, page, 2, 0, Buffer.from(at.viewer.token ?? ''))
    send(reader, page, 0, 0, Uint8Array.of(0))
    await until(() => heard).toBe(4)
    const before = readCpuTime()
    for (let count = 0; count < 100; count += 1) send(reader, page, 0, 0, Uint8Array.of(0))
    await until(() => heard).toBe(204)
    webSocket.terminate()
    expect((readCpuTime() - before) / 100).toBeLessThan(6)
  })
  test('of others is refused', async () => {
    const page = await newPage()
    const stranger = await openHouse(at.app)
    const cases: [string | null, string, string][] = [
      [stranger.owner.token, page, 'not_found'],
      [at.member.token, randomUUID(), 'not_found'],
      [at.member.token, 'x', 'not_found'],
      [at.auditor.token, page, 'forbidden'],
      ['kontor_wrong', page, 'unauthorized'],
      [null, page, 'unauthorized'],
    ]
    for (const [token, id, reason] of cases) expect(await edit(id, { token: token ?? '-' }).refused).toBe(reason)
  })
  test('of others is refused even where there is a page of the same id, while they have theirs open', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    const stranger = await openHouse(at.app)
    const { body: own } = await stranger.owner.rest('POST', '/pages', { title: 'Eigene' })
    await at.app.system.query(
      `insert into pages (organization_id, id, created_at, updated_at, title, rank, content_id, text)
       select organization_id, $2, created_at, updated_at, title, rank, content_id, text from pages where organization_id = $1`,
      [stranger.organizationId, page],
    )
    expect((await stranger.owner.rest('GET', `/pages/${own.id}`)).status).toBe(200)
    expect(await edit(page, { token: stranger.owner.token }).refused).toBe('not_found')
  })
  test('whose token was revoked is closed at its next check, and one that may only read now reads', async () => {
    const page = await newPage()
    const someone = async () => {
      const made = await createMemberByCommand(at.app.system, {
        organizationId: at.organizationId,
        role: Role.member,
        email: `${randomUUID()}@kontor.example`,
        name: 'kurz',
      })
      const editor = edit(page, { token: made.token })
      await synced(editor)
      return { ...editor, id: made.memberId }
    }
    const [anna, ben] = await Promise.all([someone(), someone()])
    expect((await at.owner.rest('PUT', `/members/${anna.id}`, { role: 'viewer' })).status).toBe(200)
    expect((await at.owner.rest('DELETE', `/members/${ben.id}`)).status).toBe(204)
    await until(() => anna.provider.authorizedScope).toBe('readonly')
    await until(() => anna.provider.isSynced).toBe(true)
    write(anna.doc, 'als Leser')
    await until(() => anna.provider.hasUnsyncedChanges).toBe(true)
    expect(await ben.refused).toBe('unauthorized')
    // What was written by who might only read is not theirs when they may write again.
    expect((await at.owner.rest('PUT', `/members/${anna.id}`, { role: 'member' })).status).toBe(200)
    await until(() => anna.said).toContainEqual({ event: 'not_stored', error: 'forbidden' })
    expect(textOf(await keptOf(page))).not.toMatch(/Leser/)
  }, 20_000)
  test('that is nobody’s yet is ended when it sends more than an opening needs', async () => {
    const socket = new WebSocket(addressOf(at.app))
    const closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    await new Promise((resolve) => socket.on('open', resolve))
    // Parts of one message, which is never whole.
    const send = () => socket.readyState === WebSocket.OPEN && socket.send(Buffer.alloc(16_384), { fin: false }, send)
    send()
    await closed
  })
  test('is opened by the ticket of a session, for five minutes, and closed with the session', async () => {
    const page = await newPage()
    const { page: tab } = await createPeople(at).signedIn()
    const ticket: string = (await tab.send('{ liveTicket }')).data.liveTicket
    const anna = edit(page, { token: ticket })
    await synced(anna)
    write(anna.doc, 'aus dem Browser')
    await until(() => markdownOf(page)).toContain('aus dem Browser')
    const clock = vi.spyOn(at.app.services.clock, 'now').mockReturnValue(new Date(Date.now() + 301_000))
    expect(await edit(page, { token: ticket }).refused).toBe('expired')
    clock.mockRestore()
    await tab.send('mutation { signOut }')
    expect(await anna.refused).toBe('unauthorized')
    expect((await at.auditor.graphql('{ liveTicket }')).errors?.[0].extensions.code).toBe('forbidden')
  }, 20_000)
  test('has its document closed with its page', async () => {
    const page = await newPage()
    const anna = edit(page, { app: other })
    await synced(anna)
    const closed = new Promise((resolve) => anna.provider.on('close', resolve))
    await at.member.rest('DELETE', `/pages/${page}`)
    await closed
    write(anna.doc, 'zu spät')
    anna.socket.destroy()
    const { rows } = await at.app.system.query('select from live_updates where page_id = $1', [page])
    expect(rows).toHaveLength(0)
    expect(await edit(page).refused).toBe('not_found')
  })
  test('is one of fifty of its token', async () => {
    const page = await newPage()
    const token = (await at.owner.rest('POST', '/tokens', { name: 'viele' })).body.token
    const editors = Array.from({ length: 51 }, () => edit(page, { token, app: other }))
    const refused = Promise.withResolvers<string>()
    for (const each of editors) void each.refused.then(refused.resolve)
    expect(await refused.promise).toBe('rate_limited')
    await until(() => editors.filter(({ provider }) => provider.isAuthenticated).length).toBe(50)
  })
  test('is read from no faster than a hundred messages a second, after a thousand at once', async () => {
    const socket = {
      isPaused: false,
      pause() {
        socket.isPaused = true
      },
      resume() {
        socket.isPaused = false
      },
    }
    const began = performance.now()
    const pace = throttleMessages(socket)
    for (let count = 0; count < 1_000; count += 1) pace()
    expect(socket.isPaused).toBe(false)
    // What has arrived at once comes at once.
    for (let count = 0; count < 40; count += 1) pace()
    expect(socket.isPaused).toBe(true)
    await until(() => socket.isPaused).toBe(false)
    expect(performance.now() - began).toBeGreaterThan(350)
  })
  test('has twenty documents at most, and an address a hundred sockets', async () => {
    const first = edit(await newPage())
    await synced(first)
    const refusals: string[] = []
    const beside = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const provider = new HocuspocusProvider({
          websocketProvider: first.socket,
          name: `page.${await newPage()}`,
          token: at.member.token ?? '',
          onAuthenticationFailed: ({ reason }) => refusals.push(reason),
        })
        provider.attach()
        return provider
      }),
    )
    await until(() => beside.filter(({ isAuthenticated }) => isAuthenticated).length + refusals.length).toBe(20)
    expect(refusals).toEqual(['rate_limited'])
    for (const provider of beside) provider.destroy()
    const answers: (number | undefined)[] = []
    const sockets = Array.from({ length: 101 }, () => {
      const socket = new WebSocket(addressOf(other))
      socket.on('error', () => {})
      socket.on('open', () => answers.push(101))
      socket.on('unexpected-response', (_request, { statusCode }) => answers.push(statusCode))
      return socket
    })
    await until(() => answers.length).toBe(101)
    expect(answers.filter((status) => status !== 101)).toEqual([429])
    for (const socket of sockets) socket.terminate()
  })
  test('that sends what is no message of the protocol is closed, and nobody else', async () => {
    const page = await newPage()
    const anna = edit(page)
    await synced(anna)
    const name = Buffer.concat([Buffer.from([41]), Buffer.from(`page.${page}`)])
    const frames = [
      Buffer.from('garbage'),
      Buffer.alloc(0),
      Buffer.concat([name, Buffer.from([0, 2, 3, 255, 255, 255])]),
      Buffer.concat([name, Buffer.from([99])]),
      Buffer.concat([name, Buffer.from([6, 1, 65])]),
      Buffer.alloc(3 * 1024 * 1024),
      'text',
    ]
    for (const frame of frames) {
      const socket = new WebSocket(addressOf(at.app))
      const code = await new Promise((resolve) => {
        socket.on('open', () => socket.send(frame))
        socket.on('close', resolve)
        socket.on('error', () => {})
      })
      expect([1003, 1007, 1009]).toContain(code)
    }
    write(anna.doc, 'ungestört')
    await synced(anna)
  })
})
