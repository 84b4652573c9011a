import sql from 'sql-template-tag'
import { createLink } from '#core/access/link'
import { shortenedAddress } from '#core/access/network'
import { sessionLifetime } from '#core/http/session-cookie'
import type { Context } from '#core/operation/context'
import type { Account } from '#features/people/members/account'
import { Member } from '#features/people/members/member.entity'
import { Token } from '#features/people/tokens/token.entity'
import { deviceOf } from './device.ts'
import { deviceFor } from './known-device.ts'

/** Sessions of a member: the oldest makes room for another. */
export const mostSessions = 50

/** Begins a session of a member, whose cookie the answer sets. The operation has entered their organization. */
export async function startSession(context: Context, { id: memberId }: Pick<Account, 'id'>) {
  const { organizationId, sender, clock } = context
  const { token, hash } = createLink(organizationId)
  context.keepSession(token, await deviceOfMember(context, memberId))
  const ofMember = sql`organization_id = ${organizationId} and member_id = ${memberId} and kind = 'session'`
  await context.write(
    sql`delete from tokens where ${ofMember} and (expires_at <= ${clock.now()} or id in (
          select id from tokens where ${ofMember} order by created_at desc, id offset ${mostSessions - 1}
        ))`,
  )
  context.create(Token, {
    member: context.ref(Member, memberId),
    kind: 'session',
    name: deviceOf(sender.userAgent),
    hash,
    lastFour: '',
    address: shortenedAddress(sender.address),
    lastUsedAt: clock.now(),
    expiresAt: new Date(clock.now().getTime() + sessionLifetime * 1000),
  })
}

/** What the browser that asks is to keep of a member having signed in with it. */
export async function deviceOfMember(context: Context, memberId: string): Promise<string> {
  const { organizationId, sender, services } = context
  const { email, passwordHash } = await context.load(Member, memberId)
  return deviceFor(services.secrets, sender.device, { organizationId, memberId, email, passwordHash })
}

/** Ends sessions of a member: all, or all but one. */
export const endSessions = (context: Context, memberId: string, except?: string): Promise<{ id: string }[]> =>
  context.writeReturning<{ id: string }>(
    sql`delete from tokens where organization_id = ${context.organizationId} and member_id = ${memberId} and kind = 'session'
        ${except ? sql`and id <> ${except}` : sql``} returning id`,
  )
