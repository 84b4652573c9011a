import { LRUCache } from 'lru-cache'
import type { Language } from '#core/text/language'
import type { Bearer } from './bearer.ts'
import type { Role } from './policy.ts'

/** The member and rights behind a valid token. */
export interface Admission {
  tokenId: string
  /** `read` instead of `full` in an organization that has ended. */
  scope: 'full' | 'read' | 'setup'
  memberId: string
  memberName: string
  role: Role
  organizationLanguage: Language
  hasEnded: boolean
}

/**
 * Last known admission of each token, as JSON. An operation assumes it and sends its first statements together with the look-up,
 * which fails if the admission has changed: the operation is then rolled back and repeated. So no request waits for its look-up,
 * and a revoked token is refused at its next request.
 */
export interface AdmissionCache {
  get(bearer: Bearer): string | undefined
  set(bearer: Bearer, json: string): void
  delete(bearer: Bearer): void
}

export function createAdmissionCache(): AdmissionCache {
  const known = new LRUCache<string, string>({ max: 10_000 })
  return {
    get: ({ key }) => known.get(key),
    set: ({ key }, json) => void known.set(key, json),
    delete: ({ key }) => void known.delete(key),
  }
}

/** Whether the SQL function `enter` has found that the assumed admission is outdated. */
export const isOutdatedAdmission = (error: unknown) => (error as { code?: unknown } | null)?.code === 'KT001'
