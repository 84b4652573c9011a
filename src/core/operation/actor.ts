import type { Admission } from '#core/access/admission'
import type { Role } from '#core/access/policy'

/** Who acts, as recorded in events. */
export interface Actor {
  type: 'user' | 'public' | 'system' | 'assistant'
  id: string | null
  name: string
}

export interface Caller extends Actor {
  type: 'user'
  id: string
  role: Role
  tokenId: string
  scope: 'full' | 'read' | 'setup'
  /** The organization has ended and is read-only. */
  hasEnded?: boolean
}

export const toCaller = ({ memberId, memberName, role, tokenId, scope, hasEnded }: Admission): Caller => ({
  type: 'user',
  id: memberId,
  name: memberName,
  role,
  tokenId,
  scope,
  hasEnded,
})
