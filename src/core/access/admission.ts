import type { Language } from '#core/text/language'
import type { Bearer } from './bearer.ts'
import type { Role } from './policy.ts'

/** What the database says of a valid token: whose it is, and what it may. */
export interface Admission {
  tokenId: string
  /** In an organization that has ended `read` instead of `full`. */
  scope: 'full' | 'read' | 'setup'
  memberId: string
  memberName: string
  role: Role
  organizationLanguage: Language
  hasEnded: boolean
}

/**
 * A cache of what the database answered for each token, as its JSON. An operation assumes that it still holds and sends
 * its first statements together with the look-up, which fails where the answer has changed: the operation is then undone
 * and run anew. A token that is revoked is so refused at its next request, and no request waits for its look-up.
 */
export interface AdmissionCache {
  get(bearer: Bearer): string | undefined
  set(bearer: Bearer, json: string): void
  delete(bearer: Bearer): void
}

const mostKept = 10_000

export function createAdmissionCache(): AdmissionCache {
  const known = new Map<string, string>()
  return {
    get: ({ key }) => known.get(key),
    set({ key }, json) {
      if (known.size >= mostKept) known.clear()
      known.set(key, json)
    },
    delete: ({ key }) => void known.delete(key),
  }
}

/** The error that the function `enter` raises where what was assumed is outdated. */
export const isOutdatedAdmission = (error: unknown) => (error as { code?: unknown } | null)?.code === 'KT001'
