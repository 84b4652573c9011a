import type { Language } from '#core/text/language'
import type { Bearer } from './bearer.ts'
import type { Role } from './policy.ts'

/** What the database says of a valid token: whose it is, and what it may. */
export interface Admission {
  tokenId: string
  scope: 'full' | 'read'
  memberId: string
  memberName: string
  role: Role
  organizationLanguage: Language
}

/**
 * What the database said of each token the last time, in its own words. An operation believes it and sends its first
 * statements together with the look-up, which fails where the words have changed: the operation is then undone and run
 * anew. A token that is revoked is so refused at its next request, and no request waits for its look-up.
 */
export interface Admissions {
  recall(bearer: Bearer): string | undefined
  remember(bearer: Bearer, words: string): void
  forget(bearer: Bearer): void
}

const mostRemembered = 10_000

export function createAdmissions(): Admissions {
  const known = new Map<string, string>()
  return {
    recall: ({ key }) => known.get(key),
    remember({ key }, words) {
      if (known.size >= mostRemembered) known.clear()
      known.set(key, words)
    },
    forget: ({ key }) => void known.delete(key),
  }
}

/** The error that the function `enter` raises where the words are no longer true. */
export const isOutdated = (error: unknown) => (error as { code?: unknown } | null)?.code === 'KT001'
