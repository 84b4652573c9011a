import type { FastifyInstance } from 'fastify'
import type { Pool } from 'pg'
import sql from 'sql-template-tag'
import { issueTokenByCommand } from '#core/access/issue-token-by-command'
import { Role } from '#core/access/policy'
import { runStatement } from '#core/database/connection'
import { operateAsSystem } from '#core/operation/operation'
import type { Language } from '#core/text/language'
import { toBerlinDate } from '#core/time/clock'
import { markOverdue } from '#features/billing/invoices/overdue'
import { expireQuotes } from '#features/billing/quotes/expire-quotes'
import { createSigningLink } from '#features/billing/signing/signing-link'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import { createOrganization } from '#features/people/organizations/create-organization'
import { type App, createApp } from '../app.ts'
import { readConfig } from '../config.ts'
import {
  type Demo,
  type DemoData,
  type DemoPart,
  type DemoPerson,
  type DemoStep,
  Random,
} from '../core/feature/demo.ts'
import { createLog } from '../core/runtime/log.ts'
import { features } from '../features.ts'
import { createProgressLine } from './progress.ts'

export interface DemoOptions {
  /** A new one by default. */
  org?: string
  /** Allows an organization that has clients. */
  add?: boolean
  scale: number
  seed: number
  language: Language
}

/** Maximum of parallel steps. */
const together = 4

/** Fills an organization with a year of an agency's data through the API. Returns the owner's login. */
export async function createDemo(
  system: Pool,
  databaseUrl: string,
  options: DemoOptions,
): Promise<{ organizationId: string; email: string; token: string }> {
  const config = readConfig({ ...process.env, API_RATE_LIMIT_PER_MINUTE: '1000000000' })
  let back = 0
  const now = () => new Date(Date.now() - back * 86_400_000)
  const clock = { now, today: () => toBerlinDate(now()) }
  const app = await createApp({ config, databaseUrl, log: createLog('error'), clock, isSilent: true })
  const stopped = new AbortController()
  const stop = () => stopped.abort(new Error('Stopped. What was made until now is whole, and stays.'))
  process.once('SIGINT', stop)
  try {
    const owner = await ownerOf(system, options.org)
    const { organizationId } = owner
    const call = caller(app.server)
    const upload = uploader(app.server)
    const { total } = await call<{ total: number }>(owner, 'GET', '/clients?per_page=1')
    if (total && !options.add)
      throw new Error(`The organization has ${total} clients already. Give --add to fill it all the same.`)
    const made = { people: [owner, ...(await colleagues(system, organizationId, options))] } as DemoData
    const { scale, language, seed } = options
    const random = new Random(seed)
    const today = app.services.clock.today()
    const daysAgo: Demo['daysAgo'] = async (days, work) => {
      back = days
      try {
        return await work()
      } finally {
        back = 0
      }
    }
    const sign = signer(app, organizationId)
    const state: Demo = { language, scale, random, today, owner, made, call, upload, daysAgo, sign }
    for (const { demo } of features) if (demo) await fill(await demo(), state, stopped.signal)
    await markOverdue(app.services, system)
    await expireQuotes(app.services, system)
    await forgetTokens(call, made.people, owner)
    await forgetRequests(system, organizationId, made.people)
    // A new token, because the current one is rate-limited.
    const { token } = await issueTokenByCommand(system, { organizationId, memberId: owner.id, name: 'Demo' })
    return { organizationId, email: owner.email, token }
  } finally {
    process.off('SIGINT', stop)
    await app.close()
  }
}

/** Resets rate limits, because the demo's thousands of requests would make the user's first one fail with 429. */
const forgetRequests = (system: Pool, organizationId: string, people: readonly { id: string }[]) =>
  runStatement(
    system,
    sql`delete from rate_windows where key = any(${[`organization ${organizationId}`, ...people.map(({ id }) => `member ${id}`)]}::text[])`,
  )

async function fill(part: DemoPart, state: Demo, signal: AbortSignal) {
  const bar = createProgressLine(process.stderr)
  const title = part.title[state.language]
  const steps = part.steps(state)
  const waiting: DemoStep[] = [...steps].reverse()
  let done = 0
  const work = async () => {
    for (let step = waiting.pop(); step; step = waiting.pop()) {
      signal.throwIfAborted()
      await step()
      bar.show(title, ++done, steps.length)
    }
  }
  const works = Array.from({ length: part.inOrder ? 1 : together }, work)
  // Waits for all, so that nothing runs while the service closes.
  await Promise.allSettled(works)
  await Promise.all(works)
  bar.end(title)
}

/** Calls the API in-process. */
const caller =
  (server: FastifyInstance): Demo['call'] =>
  async (as, method, path, body) => {
    const response = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers: { authorization: `Bearer ${as.token}` },
      ...(body && { payload: body }),
    })
    if (response.statusCode >= 300) throw new Error(`${method} ${path}: ${response.body}`)
    return (response.body ? response.json() : undefined) as never
  }

const uploader =
  (server: FastifyInstance): Demo['upload'] =>
  async (as, name, text, folderId) => {
    const form = new FormData()
    form.append('folder_id', folderId)
    form.append('file', new Blob([text]), name)
    const sent = new Response(form)
    const response = await server.inject({
      method: 'POST',
      url: '/api/v1/storage/files',
      headers: { authorization: `Bearer ${as.token}`, 'content-type': sent.headers.get('content-type') ?? '' },
      payload: Buffer.from(await sent.arrayBuffer()),
    })
    if (response.statusCode >= 300) throw new Error(`POST /storage/files: ${response.body}`)
    return response.json().id
  }

/** Signs with a link; the demo sends no mail. */
const signer =
  ({ server, services }: App, organizationId: string): Demo['sign'] =>
  async (kind, id, name) => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const url = await operateAsSystem(services, organizationId, (context) =>
      createSigningLink(context, { kind, id, sentTo: [], expiresAt }),
    )
    const path = `/public/sign/${url.slice(url.lastIndexOf('/') + 1)}/sign`
    const response = await server.inject({ method: 'POST', url: `/api/v1${path}`, payload: { name, signature: name } })
    if (response.statusCode >= 300) throw new Error(`POST ${path}: ${response.body}`)
  }

type Founder = DemoPerson & { organizationId: string; email: string; tokenId: string }

/** Owner with a token, in a new or the given organization. */
async function ownerOf(system: Pool, org: string | undefined): Promise<Founder> {
  const organizationId = org ?? (await found(system))
  const { rows } = await system.query<{ id: string; name: string; email: string }>(
    `select id, name, email from members where organization_id = $1 and role = 'owner' order by created_at limit 1`,
    [organizationId],
  )
  const [owner] = rows
  if (!owner) throw new Error('There is no such organization.')
  const issued = await issueTokenByCommand(system, {
    organizationId,
    memberId: owner.id,
    name: 'Demo, while it is filled',
  })
  return { ...owner, ...issued, organizationId, role: Role.owner }
}

async function found(system: Pool): Promise<string> {
  const email = `anna.berg.${Date.now().toString(36)}@studio-nordlicht.example`
  const { organizationId, memberId } = await createOrganization(system, { name: 'Studio Nordlicht', email })
  const id = [organizationId, memberId]
  await system.query(`update members set name = 'Anna Berg' where organization_id = $1 and id = $2`, id)
  await system.query('delete from tokens where organization_id = $1 and member_id = $2', id)
  return organizationId
}

/** Deletes the demo members' tokens; the owner's stay. */
async function forgetTokens(call: Demo['call'], people: readonly DemoPerson[], owner: Founder) {
  for (const person of people) {
    if (person.id === owner.id) continue
    const { tokens } = await call<{ tokens: { id: string }[] }>(person, 'GET', '/tokens')
    for (const { id } of tokens) await call(person, 'DELETE', `/tokens/${id}`)
  }
  await call(owner, 'DELETE', `/tokens/${owner.tokenId}`)
}

/** Seven members, or more on a larger scale, with unassigned email addresses. */
async function colleagues(system: Pool, organizationId: string, { scale }: DemoOptions): Promise<DemoPerson[]> {
  const suffix = Date.now().toString(36)
  const people: DemoPerson[] = []
  for (const [index, [name, role]] of Array.from({ length: Math.ceil(scale / 4) }, () => staff)
    .flat()
    .entries()) {
    const email = `${name.toLowerCase().replace(' ', '.')}.${suffix}${index}@studio-nordlicht.example`
    const { memberId, token } = await createMemberByCommand(system, { organizationId, email, role, name })
    people.push({ id: memberId, name, role, token })
  }
  return people
}

const staff: readonly (readonly [string, Role])[] = [
  ['Jonas Peters', Role.admin],
  ['Mira Yilmaz', Role.member],
  ['Felix Okafor', Role.member],
  ['Lena Vogt', Role.member],
  ['Tim Sander', Role.member],
  ['Karin Holm', Role.accountant],
  ['Paul Ebert', Role.viewer],
]
