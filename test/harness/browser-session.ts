import type { App } from '../../src/app.ts'

// biome-ignore lint/suspicious/noExplicitAny: tests read answers as a client would, without their types
export type GraphqlAnswer = { status: number; data: any; errors?: any[]; headers: Record<string, unknown> }

/** What a page of the service sends: its own Origin. */
export const ownOrigin = { origin: 'http://127.0.0.1:4000' }

/** A browser, as far as signing in is about it: it keeps the cookie that it is given, and sends it along. */
export function browser(app: App, from = '203.0.113.7') {
  let cookie: string | null = null
  let given: string | null = null
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
    async send(
      query: string,
      variables: object = {},
      headers: Record<string, string> = ownOrigin,
    ): Promise<GraphqlAnswer> {
      const response = await app.server.inject({
        method: 'POST',
        url: '/graphql',
        remoteAddress: from,
        headers: { 'content-type': 'application/json', ...(cookie && { cookie }), ...headers },
        payload: JSON.stringify({ query, variables }),
      })
      const set = [response.headers['set-cookie'] ?? []].flat().at(-1)
      if (set) {
        given = set
        const [pair = ''] = set.split(';')
        cookie = pair.endsWith('=') ? null : pair
      }
      return { status: response.statusCode, ...response.json(), headers: response.headers }
    },
  }
}

const signIn = `mutation ($email: String!, $password: String!, $organizationId: UUID) {
  signIn(email: $email, password: $password, organizationId: $organizationId) {
    signedIn codeRequired organizations { id name }
  }
}`

export type Browser = ReturnType<typeof browser>

export const signInWith = (
  { send }: Browser,
  variables: { email: string; password: string; organizationId?: string },
  headers?: Record<string, string>,
) => send(signIn, variables, headers)
