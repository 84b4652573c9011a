import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, expect, inject, type MockInstance, test, vi } from 'vitest'
import { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createOrganization } from '#features/people/organizations/create-organization'
import type { TypedDocumentString } from '#schema/client/graphql'
import { type App, type AppOptions, createApp } from '../../src/app.ts'
import { readConfig } from '../../src/config.ts'
import { createDatabase } from './cluster.ts'
import { findContractViolation } from './openapi.ts'

/** What a REST call answered. `body` is the parsed JSON, or undefined where there was none. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without their types
  body: any
  headers: Record<string, string | string[] | number | undefined>
  raw: Buffer
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The variables of a document: none where it has none. */
type Given<Variables> = Variables extends Record<string, never> ? [] : [variables: Variables]

/** One who calls, with a token of a role. */
export interface Person {
  token: string | null
  id: string
  organizationId: string
  rest(method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>
  /** Sends a document of test/operations, typed, or any other by its text. */
  graphql: {
    // biome-ignore lint/suspicious/noExplicitAny: as above
    <R, V>(document: TypedDocumentString<R, V>, ...given: Given<V>): Promise<{ data: R | null; errors?: any[] }>
    // biome-ignore lint/suspicious/noExplicitAny: as above
    (document: string, variables?: object): Promise<{ data: any; errors?: any[] }>
  }
}

/** An organization with a member of every role, in an app of its own worker. */
export interface House {
  app: App
  organizationId: string
  owner: Person
  admin: Person
  accountant: Person
  auditor: Person
  member: Person
  viewer: Person
  nobody: Person
  /** The names of the events of this organization since the last call, in their order. */
  events(): Promise<string[]>
}

let shared: Promise<{ app: App; directory: string }> | undefined

/** The app of this worker, on a database of its own. */
function sharedApp(): Promise<{ app: App; directory: string }> {
  shared ??= startApp()
  return shared
}

/** An app on a new database; `options` replace what a test needs otherwise. */
export async function startApp(options: Partial<AppOptions> & { env?: NodeJS.ProcessEnv } = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'kontor-app-'))
  // The worker's own app lives as long as the worker: its folder goes with the process.
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const database = await createDatabase(inject('cluster'), inject('template'))
  const config = readConfig({
    DATA_DIR: directory,
    API_RATE_LIMIT_PER_MINUTE: '1000000',
    PUBLIC_RATE_LIMIT_PER_MINUTE: '1000000',
    BOOKINGS_PER_NETWORK_PER_DAY: '1000000',
    BOOKINGS_PER_HOST_PER_DAY: '1000000',
    BOOKINGS_PER_ORGANIZATION_PER_HOUR: '1000000',
    MAIL_LIMIT_PER_HOUR: '1000000',
    ...options.env,
  })
  const app = await createApp({
    config,
    databaseUrl: database.url,
    log: pino({ level: process.env.TEST_LOG ?? 'silent' }),
    ...options,
  })
  const stop = async () => {
    await app.close()
    await database.drop()
    rmSync(directory, { recursive: true, force: true })
  }
  return { app, directory, stop, url: database.url }
}

/** Somebody who calls the app with a token, in the process. */
export function createPerson(app: App, organizationId: string, id: string, token: string | null): Person {
  const call = async (
    method: Method,
    url: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> => {
    const response = await app.server.inject({
      method,
      url,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const json = response.body !== '' && String(response.headers['content-type']).startsWith('application/json')
    return {
      status: response.statusCode,
      body: json ? JSON.parse(response.body) : undefined,
      headers: response.headers,
      raw: response.rawPayload,
    }
  }
  return {
    token,
    id,
    organizationId,
    async rest(method, path, body, headers) {
      const answer = await call(method, `/api/v1${path}`, body, headers)
      const fault = findContractViolation(method, path, answer.status, answer.body)
      if (fault) throw new Error(`Not what OpenAPI promises: ${fault}`)
      return answer
    },
    graphql: async (document: string | TypedDocumentString<unknown, unknown>, variables?: object) =>
      (await call('POST', '/graphql', { query: String(document), variables })).body,
  }
}

/** Opens an organization with a member of every role in an app. */
export async function openHouse(app: App): Promise<House> {
  const name = `Haus ${randomUUID().slice(0, 8)}`
  const { organizationId, memberId, token } = await createOrganization(app.system, {
    name,
    email: `owner-${randomUUID()}@kontor.example`,
  })
  const someone = async (role: Role) => {
    const made = await createMemberByCommand(app.system, {
      organizationId,
      role,
      email: `${role}-${randomUUID()}@kontor.example`,
      name: role,
    })
    return createPerson(app, organizationId, made.memberId, made.token)
  }
  let seen = 0
  return {
    app,
    organizationId,
    owner: createPerson(app, organizationId, memberId, token),
    admin: await someone(Role.admin),
    accountant: await someone(Role.accountant),
    auditor: await someone(Role.auditor),
    member: await someone(Role.member),
    viewer: await someone(Role.viewer),
    nobody: createPerson(app, organizationId, '', null),
    async events() {
      const { rows } = await app.system.query<{ name: string; sequence: number }>(
        'select name, sequence from events where organization_id = $1 and sequence > $2 order by sequence',
        [organizationId, seen],
      )
      seen = rows.at(-1)?.sequence ?? seen
      return rows.map(({ name }) => name)
    },
  }
}

/** Declares an organization for a test file, available once its tests run. `today` fixes the date. */
export function house({ today }: { today?: string } = {}): House {
  const opened = {} as House
  let standing: MockInstance | undefined
  beforeAll(async () => {
    const { app } = await sharedApp()
    if (today) standing = vi.spyOn(app.services.clock, 'today').mockReturnValue(today)
    Object.assign(opened, await openHouse(app))
  })
  afterAll(() => standing?.mockRestore())
  return opened
}

type Role_ = 'owner' | 'admin' | 'accountant' | 'auditor' | 'member' | 'viewer' | 'nobody'

/** A call and what it must answer: status, body and events in one place. */
export interface Scenario {
  as?: Role_
  get?: string
  post?: string
  put?: string
  patch?: string
  delete?: string
  send?: unknown
  headers?: Record<string, string>
  status: number
  /** What the body must contain at least; regular expressions match text. */
  body?: object
  /** The events the call must leave, exactly; none unless said. */
  events?: string[]
}

/** Runs a scenario as a test. A function is called when the test runs, and may use what `beforeAll` made. */
export function scenario(at: House, title: string, wanted: Scenario | (() => Scenario)) {
  test(title, async () => {
    const {
      as = 'owner',
      get,
      post,
      put,
      patch,
      delete: remove,
      send,
      headers,
      status,
      body,
      events = [],
    } = typeof wanted === 'function' ? wanted() : wanted
    const [method, path] = (
      get !== undefined
        ? ['GET', get]
        : post !== undefined
          ? ['POST', post]
          : put !== undefined
            ? ['PUT', put]
            : patch !== undefined
              ? ['PATCH', patch]
              : ['DELETE', remove]
    ) as [Method, string]
    await at.events()
    const answer = await at[as].rest(method, path, send, headers)
    expect(answer.status, JSON.stringify(answer.body)).toBe(status)
    if (body) expect(answer.body).toEqual(matching(body))
    expect(await at.events()).toEqual(events)
  })
}

/** At least what is given, at any depth; regular expressions stand for text they match. */
function matching(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value)
  if (Array.isArray(value)) return value.map(matching)
  if (value && Object.getPrototypeOf(value) === Object.prototype)
    return expect.objectContaining(
      Object.fromEntries(Object.entries(value).map(([key, part]) => [key, matching(part)])),
    )
  return value
}
