import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { hashPassword } from '#core/access/password'
import { Role } from '#core/access/policy'
import { createMemberByCommand } from '#features/people/members/create-member-by-command'
import type { App } from '../../src/app.ts'
import type { House } from './house.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without their types
export type GraphqlAnswer = { status: number; data: any; errors?: any[]; headers: Record<string, unknown> }

/** The service's own Origin header. */
export const ownOrigin = { origin: 'http://127.0.0.1:4000' }

/** A minimal browser for sign-in tests: it stores and sends cookies. */
export function createBrowserSession(app: App, from = '203.0.113.7') {
  let cookie: string | null = null
  let given: string | null = null
  let device: string | null = null
  return {
    get cookie() {
      return cookie
    },
    /** The last `Set-Cookie`, whole. */
    get given() {
      return given
    },
    set cookie(value: string | null) {
      cookie = value
    },
    /** What it keeps of having signed in before. */
    get device() {
      return device
    },
    set device(value: string | null) {
      device = value
    },
    async send(
      query: string,
      variables: object = {},
      headers: Record<string, string> = ownOrigin,
    ): Promise<GraphqlAnswer> {
      const response = await app.server.inject({
        method: 'POST',
        url: '/graphql',
        remoteAddress: from,
        headers: {
          'content-type': 'application/json',
          ...((cookie || device) && { cookie: [device, cookie].filter(Boolean).join('; ') }),
          ...headers,
        },
        payload: JSON.stringify({ query, variables }),
      })
      for (const set of [response.headers['set-cookie'] ?? []].flat()) {
        const [pair = ''] = set.split(';')
        if (pair.startsWith('kontor_device=')) device = pair
        else {
          given = set
          cookie = pair.endsWith('=') ? null : pair
        }
      }
      return { status: response.statusCode, ...response.json(), headers: response.headers }
    },
  }
}

const signIn = `mutation ($email: String!, $password: String!, $organizationId: UUID, $code: String) {
  signIn(email: $email, password: $password, organizationId: $organizationId, code: $code) {
    signedIn codeRequired organizations { id name }
  }
}`

export type BrowserSession = ReturnType<typeof createBrowserSession>

export const signInWith = (
  { send }: BrowserSession,
  variables: { email: string; password: string; organizationId?: string; code?: string },
  headers?: Record<string, string>,
) => send(signIn, variables, headers)

export const password = 'korrekt-pferd-batterie'
const cheap = hashPassword(password, 4)

/** Members who can sign in, with cheap password hashes. */
export const createPeople = (at: House) => {
  const somebody = async (
    role = Role.member,
    email = `${randomUUID()}@kontor.example`,
    { organizationId }: Pick<House, 'organizationId'> = at,
  ) => {
    const { memberId: id } = await createMemberByCommand(at.app.system, { organizationId, role, email })
    await at.app.system.query('update members set password_hash = $1 where id = $2', [await cheap, id])
    return { id, email, password }
  }
  const signedIn = async (role?: Role) => {
    const who = await somebody(role)
    const page = createBrowserSession(at.app)
    expect((await signInWith(page, who)).data).toEqual({
      signIn: { signedIn: true, codeRequired: false, organizations: [] },
    })
    return { page, who }
  }
  return { somebody, signedIn }
}
