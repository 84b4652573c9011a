import type { Context } from '#core/operation/context'
import { foldAddress } from '#core/text/mail-address'
import { mailFormerAddress } from './former-address.mail.ts'
import type { Member } from './member.entity.ts'
import { saveMemberEmail } from './member-emails.ts'

export const isSameEmail = (a: string, b: string) => foldAddress(a).toLowerCase() === foldAddress(b).toLowerCase()

/** Changes a member's address and notifies the former one. */
export async function changeMemberEmail(context: Context, member: Member, email: string) {
  const former = member.email
  context.assign(member, { email })
  await saveMemberEmail(context, { organizationId: context.organizationId, memberId: member.id }, email)
  if (!isSameEmail(former, email)) await mailFormerAddress(context, member, former)
}
