import sql, { type Sql } from 'sql-template-tag'
import { createLinkToken } from '#core/access/link-token'
import { anonymizeAddress } from '#core/access/network'
import { sessionLifetimeDays } from '#core/access/token-use-tracker'
import { notFound } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import type { Account } from '#features/people/members/account'
import { Member } from '#features/people/members/member.entity'
import { describeDevice } from '#features/people/security-log/describe-device'
import { recordSecurityEvent } from '#features/people/security-log/record-security-event'
import { Token } from '#features/people/tokens/token.entity'
import { createDeviceCookie } from './device-cookie.ts'
import { newSessionScope } from './required-second-factor.ts'

/** Sessions of a member. A new one replaces the oldest. */
export const maxSessions = 50

/** Begins a session and sets its cookie. The operation must have entered the member's organization. */
export async function startSession(context: Context, { id: memberId }: Pick<Account, 'id'>) {
  const { organizationId, sender, clock } = context
  const { token, hash } = createLinkToken(organizationId)
  context.setSessionCookie(token, await createMemberDeviceCookie(context, memberId))
  const ofMember = sql`organization_id = ${organizationId} and member_id = ${memberId} and kind = 'session'`
  await context.write(
    sql`delete from tokens where ${ofMember} and (expires_at <= ${clock.now()} or id in (
          select id from tokens where ${ofMember} order by created_at desc, id offset ${maxSessions - 1}
        ))`,
  )
  context.create(Token, {
    member: context.ref(Member, memberId),
    kind: 'session',
    name: describeDevice(sender.userAgent),
    hash,
    lastFour: '',
    address: anonymizeAddress(sender.address),
    lastUsedAt: clock.now(),
    provedAt: clock.now(),
    scope: await newSessionScope(context, memberId),
    expiresAt: new Date(clock.now().getTime() + sessionLifetimeDays.idle * 24 * 60 * 60 * 1000),
  })
  await recordSecurityEvent(context, { kind: 'signed_in', memberId })
}

export async function createMemberDeviceCookie(context: Context, memberId: string): Promise<string> {
  const { organizationId, sender, services } = context
  const { email, passwordHash } = await context.load(Member, memberId)
  return createDeviceCookie(services.secrets, sender.device, { organizationId, memberId, email, passwordHash })
}

export const endSessions = (context: Context, memberId: string, except?: string): Promise<number> =>
  deleteSessions(context, memberId, except ? sql`and id <> ${except}` : sql``)

/** 404 if the member has no such session. */
export async function endSession(context: Context, memberId: string, id: string): Promise<void> {
  if (!(await deleteSessions(context, memberId, sql`and id = ${id}`))) throw notFound()
}

async function deleteSessions(context: Context, memberId: string, which: Sql): Promise<number> {
  const ended = await context.writeReturning<{ id: string }>(
    sql`delete from tokens where organization_id = ${context.organizationId} and member_id = ${memberId} and kind = 'session' ${which}
        returning id`,
  )
  if (ended.length) context.announceAccessChange(memberId)
  for (const _ of ended) await recordSecurityEvent(context, { kind: 'session_ended', memberId })
  return ended.length
}
