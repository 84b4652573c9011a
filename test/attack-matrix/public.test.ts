import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { parseBearer } from '#core/access/bearer'
import { createLinkToken } from '#core/access/link-token'
import { operate } from '#core/operation/operation'
import { createTicket } from '#core/operation/ticket'
import { byteRoutes, createSchemas } from '../../src/app.ts'
import { exampleOperation, hasRoute, rootOf } from '../harness/example-operation.ts'
import { createFixtures } from '../harness/fixtures.ts'
import { type Answer, type House, house, type Method, openHouse, type Person } from '../harness/house.ts'
import { type Caller, callersOf, strangersOf } from './callers.ts'
import { idAmong, type Row, requestOf, rows, undoEverything } from './requests.ts'
import { outcomeOf } from './rules.ts'

// What needs no token: every public route and field by a link that is good, guessed, of another organization and over,
// whatever token is sent along; every address that was signed for a browser; and all else that is mounted.

const at = house()
let other: House
let own: Record<string, string> = {}
let callers: Caller[] = []
let strangers: Person[] = []

/** What stands in an address that opens something by itself. */
type Link = Record<string, string>

interface Kind {
  /** Makes one of an organization. */
  make(at: House, ids: Record<string, string>): Promise<Link>
  /** Ends it; answers what is heard from then on. */
  end?(at: House, link: Link): Promise<404 | 410>
}

const secret = ({ organizationId }: House) => createLinkToken(organizationId)

const tail = (url: string) => url.slice(url.lastIndexOf('/') + 1).replace('.ics', '')

const run = ({ app }: House, text: string, ...values: unknown[]) => app.system.query(text, values)

/** By the beginning of the addresses: a public route of another kind has its row here. */
const kinds: Readonly<Record<string, Kind>> = {
  '/public/sign/': {
    async make(at, ids) {
      const { token, hash } = secret(at)
      await run(
        at,
        `insert into signing_links (organization_id, hash, created_at, kind, subject_id, sent_to, expires_at)
         values ($1, $2, now(), 'quote', $3, '{kim@gast.example}', now() + interval '1 day')`,
        ...[at.organizationId, hash, ids.sentQuote],
      )
      return { token, hash: hash.toString('hex') }
    },
    async end(at, { hash }) {
      await run(at, "update signing_links set ended_at = now() where hash = decode($1, 'hex')", hash)
      return 410
    },
  },
  '/public/bookings/': {
    async make(at, ids) {
      const { token, hash } = secret(at)
      const values = [at.organizationId, hash, ids.booking]
      await run(at, 'insert into booking_links (organization_id, hash, booking_id) values ($1, $2, $3)', ...values)
      return { token, hash: hash.toString('hex') }
    },
    async end(at, { hash }) {
      await run(at, "update booking_links set booking_id = null where hash = decode($1, 'hex')", hash)
      return 410
    },
  },
  '/public/invitations/': {
    async make(at) {
      const { body } = await at.owner.rest('POST', '/calendar/events', {
        ...{ title: 'Abstimmung', start_time: '2100-01-12T09:00:00Z', end_time: '2100-01-12T10:00:00Z' },
        attendee_emails: ['gast@kontor.example'],
      })
      const { token, hash } = secret(at)
      await run(at, 'update calendar_attendees set link_hash = $1 where event_id = $2', hash, body.id)
      return { token, id: body.id }
    },
    async end(at, { id }) {
      await at.owner.rest('DELETE', `/calendar/events/${id}`)
      return 404
    },
  },
  '/public/shares/': {
    async make(at, ids) {
      const { body } = await at.owner.rest('POST', `/storage/shares/${ids.file}`)
      return { token: tail(body.url), id: body.id }
    },
    async end(at, { id }) {
      await at.owner.rest('DELETE', `/storage/share-links/${id}`)
      return 410
    },
  },
  '/calendar/feed/': {
    async make(at) {
      const { body } = await at.owner.rest('POST', '/calendar/feeds', { name: 'Telefon' })
      return { token: tail(body.url), id: body.id }
    },
    async end(at, { id }) {
      await at.owner.rest('DELETE', `/calendar/feeds/${id}`)
      return 404
    },
  },
  // Slugs are meant to be found: they are of the whole service, and lead to what is offered there.
  '/public/booking/': {
    async make(at, ids) {
      const [me, type] = await Promise.all([
        at.owner.rest('GET', '/me'),
        at.owner.rest('GET', `/booking/event-types/${ids.eventType}`),
      ])
      const slugs = { user_slug: me.body.slug, type_slug: type.body.slug }
      const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString()
      const page = `/public/booking/${slugs.user_slug}/${slugs.type_slug}`
      const { body } = await at.nobody.rest('GET', `${page}/slots?from=${days(7)}&to=${days(60)}`)
      return { ...slugs, start: body.slots[0].start }
    },
  },
}

const good: Record<string, Link> = {}
const theirs: Record<string, Link> = {}
const over: Record<string, Link & { hears: string }> = {}

beforeAll(async () => {
  other = await openHouse(at.app)
  own = await createFixtures(at).all()
  const foreign = await createFixtures(other).all()
  callers = await callersOf(at)
  strangers = [...(await strangersOf(at)).filter(({ headers }) => !headers).map(({ person }) => person), other.owner]
  for (const [path, { make, end }] of Object.entries(kinds)) {
    theirs[path] = await make(other, foreign)
    if (end) {
      const link = await make(at, own)
      over[path] = { ...link, hears: String(await end(at, link)) }
    }
    good[path] = await make(at, own)
  }
  undoEverything(at.app)
}, 300_000)
afterAll(() => vi.restoreAllMocks())

const open = rows.filter(({ may }) => !may)

const kindOf = (path: string) =>
  Object.keys(kinds).find((each) => path.startsWith(each)) ??
  expect.unreachable(`${path} needs no token, and has no row in test/attack-matrix/public.test.ts (kinds).`)

function requestBy(row: Row, link: Link | undefined) {
  const parameters = row.parameters.map((parameter) => ({
    ...parameter,
    example: link?.[parameter.name] ?? parameter.example,
  }))
  // The start of an example is not offered, and what its type asks is not asked here.
  const start = link?.start && row.body && 'start' in row.body ? { start: link.start, answers: undefined } : {}
  return requestOf({ ...row, parameters, body: row.body && { ...row.body, ...start } }, idAmong(own))
}

const send = async (row: Row, who: Person, link: Link | undefined) => {
  const { url, body, headers } = requestBy(row, link)
  return who.rest(row.method, url, body, headers)
}

const guessOf = ({ organizationId }: House, path: string): Link =>
  path === '/public/booking/'
    ? { user_slug: `x-${randomUUID()}`, type_slug: 'x' }
    : { token: secret({ organizationId } as House).token }

const said = ({ status, raw }: Answer) => `${status} ${raw.toString()}`

describe.each(open.map((row) => [`${row.method} ${row.path}`, row] as const))('%s', (_, row) => {
  const kind = kindOf(row.path)

  test('answers whoever has the link, whatever token they send along', async () => {
    const answer = await send(row, at.nobody, good[kind])
    // What is taken meanwhile is the only other thing that may be said.
    expect(answer.status < 300 || answer.status === 409, said(answer)).toBe(true)
    const everybody = [...callers.map(({ person }) => person), ...strangers]
    // What writes documents and mails takes long.
    for (const who of row.writes ? everybody.filter((_, index) => index % 6 === 0) : everybody) {
      const { status } = await send(row, who, good[kind])
      expect(status).toBe(answer.status)
    }
  })
  test('tells a guess nothing, of whichever organization', async () => {
    for (const who of [at.nobody, at.owner])
      for (const house of [at, other, { organizationId: randomUUID() } as House]) {
        const answer = await send(row, who, guessOf(house, kind))
        expect(said(answer)).toBe('404 {"error":"not_found","message":"Nicht gefunden."}')
      }
  })
  test('shows what is of the organization that the link names alone', async () => {
    const [mine, others] = [await send(row, at.owner, good[kind]), await send(row, at.owner, theirs[kind])]
    expect(others.status).toBe(mine.status)
    for (const id of [at.organizationId, ...Object.values(own)]) expect(others.raw.toString().includes(id)).toBe(false)
  })
  if (kinds[kind]?.end)
    test('is over once the link is', async () => {
      const answer = await send(row, at.nobody, over[kind])
      expect(`${answer.status}`, said(answer)).toBe(over[kind]?.hears)
      expect(Object.keys(answer.body).sort()).toEqual(['error', 'message'])
    })
})

const { schema } = createSchemas()

/** Fields for nobody that no route has: what they are sent to prove who asks, and what is heard of a guess. */
const proofs: Readonly<Record<string, { variables: Record<string, unknown>; hears: string }>> = {
  accountLink: { variables: { token: 'x' }, hears: 'not_found' },
  acceptInvitation: { variables: { token: 'x', password: 'ein-anderes-pferd-77' }, hears: 'not_found' },
  resetPassword: { variables: { token: 'x', password: 'ein-anderes-pferd-77' }, hears: 'not_found' },
  requestPasswordReset: { variables: { email: 'niemand@kontor.example' }, hears: 'done' },
  signIn: { variables: { email: 'niemand@kontor.example', password: 'falsch-falsch' }, hears: 'forbidden' },
  // The service of the tests has a number as its address.
  startPasskeySignIn: { variables: {}, hears: 'invalid_state' },
  signInWithPasskey: { variables: { ticket: 'x', response: {} }, hears: 'invalid_state' },
  firstRun: { variables: {}, hears: 'done' },
  createFirstOrganization: {
    variables: {
      ...{ code: 'x', name: 'x', email: 'x@kontor.example', organizationName: 'x', password: 'ein-anderes-pferd-77' },
    },
    hears: 'invalid_state',
  },
}

describe('every field for nobody', () => {
  const fields = (['query', 'mutation'] as const).flatMap((kind) =>
    Object.values(rootOf(schema, kind))
      .filter(({ extensions }) => extensions.public)
      .map(({ name }) => ({ kind, name })),
  )
  test.each(fields.filter(({ name }) => !hasRoute(name)))(
    '$name lets in by its own proof alone',
    async ({ kind, name }) => {
      const proof =
        proofs[name] ?? expect.unreachable(`${name} needs no token: give it a row in public.test.ts (proofs).`)
      const { text } = exampleOperation(kind, name, proof.variables)
      for (const who of [at.nobody, at.owner, at.viewer]) {
        const { errors } = await who.graphql(text, proof.variables)
        expect(errors?.[0].extensions.code ?? 'done', JSON.stringify(errors)).toBe(proof.hears)
      }
    },
  )
  test.each(fields.filter(({ name }) => hasRoute(name)))('$name tells a guess nothing', async ({ kind, name }) => {
    const { text, variables } = exampleOperation(kind, name)
    for (const [who, house] of [
      [at.nobody, at],
      [at.owner, at],
      [at.owner, other],
    ] as const) {
      const link = 'userSlug' in variables ? { userSlug: `x-${randomUUID()}` } : { token: secret(house).token }
      const { data, errors } = await who.graphql(text, { ...variables, ...link })
      expect(data?.[name] ?? null).toBeNull()
      expect([errors?.[0].message, errors?.[0].extensions]).toEqual([
        'Nicht gefunden.',
        { code: 'not_found', status: 404 },
      ])
    }
  })
})

const ticketOf = ({ token }: Person, path: string) =>
  operate(at.app.services, { bearer: parseBearer(`Bearer ${token}`), language: null }, 'read', (context) =>
    createTicket(context, path),
  )

describe('every address that was signed for a browser', () => {
  const signed = byteRoutes.flatMap((route) => {
    const row = rows.find(({ operation }) => operation === route.operationId)
    return route.signedPath && row ? [{ row, path: route.signedPath }] : []
  })
  const form = {
    payload: '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\na\r\n--x--\r\n',
    type: 'multipart/form-data; boundary=x',
  }
  test.each(signed.map(({ row, path }) => [row.method, path, row] as const))('%s %s', async (method, pattern, row) => {
    const values = Object.fromEntries(row.parameters.map(({ name, example }) => [name, String(example)]))
    const path = pattern.replace(/\{(\w+)\}/g, (_, name) => idAmong(own)(values[name] ?? ''))
    const search = new URLSearchParams(
      row.parameters
        .filter((each) => each.in === 'query' && !pattern.includes(`{${each.name}}`))
        .map(({ name, example }) => [name, String(example)]),
    )
    const follow = async (ticket?: string) => {
      const { statusCode, body, headers } = await at.app.server.inject({
        method: method as Method,
        url: `${path}?${new URLSearchParams([...search, ...(ticket === undefined ? [] : [['ticket', ticket] as [string, string]])])}`,
        ...(method === 'POST' && { payload: form.payload, headers: { 'content-type': form.type } }),
      })
      const isJson = String(headers['content-type']).startsWith('application/json')
      return { status: statusCode, error: statusCode >= 400 && isJson ? JSON.parse(body).error : undefined }
    }
    for (const wrong of [undefined, 'x', await ticketOf(at.owner, `${path}x`)])
      expect(await follow(wrong)).toEqual({ status: 403, error: 'forbidden' })
    if (pattern.includes('{id}'))
      expect(await follow(await ticketOf(other.owner, path))).toEqual({ status: 404, error: 'not_found' })
    for (const { name, role, scope, person } of callers) {
      const { status, error } = await follow(await ticketOf(person, path))
      // A form lies in the storage until it is read. That a bill is in no file of the organization, the form shows.
      const asked = { ...row, operation: '', writes: method === 'POST' }
      if (outcomeOf(asked, role, scope) === 'forbidden')
        expect({ status, error }, name).toEqual({ status: 403, error: 'forbidden' })
      else expect([200, 201, 303, 422], `${name} ${error}`).toContain(status)
    }
  })
})

/** What is mounted beside the API, and tells nobody anything of an organization; pages of the guide and the app, and their parts. */
const toldToEverybody = [
  /^\/(\*|app|app\/?\*|app\/assets\/:name|docs(\/.*)?|graphiql\/[\w.-]+|healthz|readyz)?$/,
  /^\/assets\/(accent\/.*|[\w.-]+)$/,
  /^\/api\/v1\/openapi\.json$/,
]

/** What has a proof of its own, and the address and what is heard without. */
const guarded: Readonly<Record<string, { url: string; status: number }>> = {
  '/assets/logo/:organizationId/:fileId/:signature': {
    url: `/assets/logo/${randomUUID()}/${randomUUID()}/x`,
    status: 404,
  },
  '/files/*': { url: '/files/x', status: 403 },
  '/postmark/bounces': { url: '/postmark/bounces', status: 404 },
  '/share/zip': { url: '/share/zip?ticket=x', status: 403 },
  '/share/preview/small': { url: '/share/preview/small?ticket=x', status: 403 },
  '/share/preview/large': { url: '/share/preview/large?ticket=x', status: 403 },
}

/** Pages for guests, and the kind of link that they are opened by. */
const guestPages: Readonly<Record<string, string>> = {
  '/sign/:token': '/public/sign/',
  '/booking/:token': '/public/bookings/',
  '/invitation/:token': '/public/invitations/',
  '/share/:token': '/public/shares/',
  '/book/:userSlug': '/public/booking/',
  '/book/:userSlug/:typeSlug': '/public/booking/',
}

describe('all that is mounted', () => {
  /** Every address that has a handler, as the router lists them. */
  function mounted(): { path: string; methods: string[] }[] {
    const above: string[] = []
    return at.app.server
      .printRoutes({ commonPrefix: false })
      .split('\n')
      .flatMap((line) => {
        const [, indent = '', segment = '', list = ''] = /^([│\s]*)[├└]── (.*?) \((.*)\)$/.exec(line) ?? []
        if (!segment) return []
        const depth = indent.length / 4
        above.length = depth
        above[depth] = segment
        return [{ path: `/${above.join('').replace(/^\//, '')}`, methods: list.split(', ') }]
      })
  }

  test('has a row', () => {
    const signed = new Set(byteRoutes.flatMap(({ signedPath }) => signedPath?.replace(/\{(\w+)\}/g, ':$1') ?? []))
    const bare = mounted()
      .map(({ path }) => path)
      .filter((path) => !path.startsWith('/api/v1/') || path === '/api/v1/openapi.json')
      .filter((path) => !toldToEverybody.some((pattern) => pattern.test(path)))
      .filter(
        (path) =>
          !(path in guarded) && !(path in guestPages) && !signed.has(path) && !['/graphql', '/metrics'].includes(path),
      )
    expect(bare, 'An address without a row in test/attack-matrix/public.test.ts').toEqual([])
    expect(mounted().length).toBeGreaterThan(200)
  })

  test.each(Object.entries(guarded))('%s is nothing without its proof', async (path, { url, status }) => {
    const methods = mounted().find((each) => each.path === path)?.methods ?? []
    const method = methods.includes('POST') ? 'POST' : 'GET'
    const answer = await at.app.server.inject({ method, url, ...(method === 'POST' && { payload: {} }) })
    expect(answer.statusCode, answer.body).toBe(status)
  })

  test.each(Object.entries(guestPages))('%s is for whoever has its link', async (path, kind) => {
    const show = async (link: Link | undefined, method: 'GET' | 'POST' = 'GET') => {
      const { token = '', user_slug: userSlug = '', type_slug: typeSlug = '' } = link ?? {}
      const url = path.replace(':token', token).replace(':userSlug', userSlug).replace(':typeSlug', typeSlug)
      const { statusCode, body } = await at.app.server.inject({
        ...{ method, url },
        ...(method === 'POST' && {
          payload: 'answer=accepted',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      })
      return { status: statusCode, body: body.replaceAll(url, '').replaceAll(token || '\0', '') }
    }
    expect((await show(good[kind])).status).toBe(200)
    const guesses = [at, other, { organizationId: randomUUID() } as House].map((house) => guessOf(house, kind))
    const [first, ...others] = await Promise.all(guesses.map((guess) => show(guess)))
    expect(first?.status).toBe(404)
    for (const each of others) expect(each.status).toBe(404)
    expect(new Set([first, ...others].map((each) => each?.body.replace(/x-[0-9a-f-]{36}/g, ''))).size).toBe(1)
    const methods = mounted().find((each) => each.path === path)?.methods ?? []
    if (methods.includes('POST')) for (const guess of guesses) expect((await show(guess, 'POST')).status).toBe(404)
    if (kinds[kind]?.end) expect(String((await show(over[kind])).status)).toBe(over[kind]?.hears)
  })
})
