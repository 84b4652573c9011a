import { randomUUID } from 'node:crypto'
import sql, { type Sql } from 'sql-template-tag'
import { anonymizeAddress } from './network.ts'

/** Kinds of events in the security log of an organization. */
export const securityEventKinds = [
  'signed_in',
  'sign_in_failed',
  'code_failed',
  'locked_out',
  'session_ended',
  'token_created',
  'token_new_network',
] as const

export interface SecurityEvent {
  kind: (typeof securityEventKinds)[number]
  /** Member whose account it concerns. */
  memberId: string
  /** Member who did it, if it was another one. */
  actorId?: string | null
  /** Browser and system, such as `Firefox, Windows`. */
  device?: string | null
  /** IP address; only its network is stored. */
  address?: string | null
  /** Name of the token. */
  name?: string | null
}

/** Inserts an entry of the security log. */
export const insertSecurityEvent = (
  organizationId: string,
  { kind, memberId, actorId = null, device = null, address = null, name = null }: SecurityEvent,
  at: Date,
): Sql => sql`insert into security_events (organization_id, id, created_at, kind, member_id, actor_id, device, network, name)
    values (${organizationId}::uuid, ${randomUUID()}::uuid, ${at}, ${kind}, ${memberId}::uuid, ${actorId}::uuid, ${device},
      ${(address && anonymizeAddress(address)) || null}, ${name})`
