import sql from 'sql-template-tag'
import { select } from '#core/database/select'
import { invalidState } from '#core/errors/problem'
import type { Context } from '#core/operation/context'
import { readSecondFactor } from './second-factor.ts'

/** Whether a member has an authenticator app or a passkey. */
export async function hasSecondFactor(context: Context, memberId: string): Promise<boolean> {
  const { organizationId } = context
  const [passkey] = await context.query(
    select`id from passkeys where organization_id = ${organizationId} and member_id = ${memberId} limit 1`,
  )
  return passkey !== undefined || (await readSecondFactor(context, memberId)).totp
}

export async function isSecondFactorRequired(context: Context): Promise<boolean> {
  const [organization] = await context.query<{ required: boolean }>(
    select`second_factor_required as required from organizations where id = ${context.organizationId}`,
  )
  return organization?.required ?? false
}

/** Scope of a new session: `setup` may only set up the second factor that the organization requires. */
export const newSessionScope = async (context: Context, memberId: string): Promise<'full' | 'setup'> =>
  (await isSecondFactorRequired(context)) && !(await hasSecondFactor(context, memberId)) ? 'setup' : 'full'

/** Gives a session of scope `setup` the full scope, once its member has a second factor. */
export const completeSetup = (context: Context) =>
  context.write(
    sql`update tokens set scope = 'full' where organization_id = ${context.organizationId} and id = ${context.member.tokenId} and scope = 'setup'`,
  )

/** Restricts sessions of members without a second factor to setting one up. */
export async function restrictSessions(context: Context): Promise<void> {
  const restricted = await context.writeReturning<{ memberId: string }>(
    sql`update tokens set scope = 'setup' where organization_id = ${context.organizationId} and kind = 'session'
          and not exists (select from totp_secrets s
            where s.organization_id = ${context.organizationId} and s.member_id = tokens.member_id and s.confirmed_at is not null)
          and not exists (select from passkeys p
            where p.organization_id = ${context.organizationId} and p.member_id = tokens.member_id)
        returning member_id as "memberId"`,
  )
  for (const memberId of new Set(restricted.map((each) => each.memberId))) context.announceAccessChange(memberId)
}

/** 409 if the caller has just removed the last second factor that the organization requires of them. */
export async function assertSecondFactorKept(context: Context): Promise<void> {
  if ((await isSecondFactorRequired(context)) && !(await hasSecondFactor(context, context.member.id)))
    throw invalidState({
      de: 'Ihre Organisation verlangt einen zweiten Faktor: Bitte richten Sie zuerst einen anderen ein.',
      en: 'Your organization requires a second factor: please set up another one first.',
    })
}
