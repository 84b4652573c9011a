import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Account } from '#features/people/members/account'
import { queueAccountMail } from '#features/people/members/account.mail'

const remain = {
  de: (what: string) =>
    `Ohne das Passwort gelten weiter: ${what}. Was davon Sie nicht kennen, beenden Sie bitte in den Einstellungen.`,
  en: (what: string) =>
    `These still work without the password: ${what}. Please end what you do not know in the settings.`,
}

const counted = {
  de: {
    tokens: (count: number) => `${count} API-Token`,
    passkeys: (count: number) => (count === 1 ? '1 Passkey' : `${count} Passkeys`),
  },
  en: {
    tokens: (count: number) => (count === 1 ? '1 API token' : `${count} API tokens`),
    passkeys: (count: number) => (count === 1 ? '1 passkey' : `${count} passkeys`),
  },
}

/** Mails a member that their password was changed, and which tokens stay valid (decision 0047). */
export async function mailPasswordChanged(context: Context, account: Account) {
  const ofMember = [context.organizationId, account.id] as const
  const [left] = await context.query<{ tokens: number; passkeys: number }>(
    select`(select count(*)::int from tokens where organization_id = ${ofMember[0]} and member_id = ${ofMember[1]}
              and kind = 'token' and (expires_at is null or expires_at > ${context.clock.now()})) as tokens,
           (select count(*)::int from passkeys where organization_id = ${ofMember[0]} and member_id = ${ofMember[1]}) as passkeys`,
  )
  const words = counted[account.language]
  const what = (['tokens', 'passkeys'] as const).flatMap((kind) => (left?.[kind] ? words[kind](left[kind]) : []))
  await queueAccountMail(context, 'passwordSet', account, {
    url: `${context.services.publicUrl}/app/settings/security`,
    more: what.length ? [remain[account.language](what.join(', '))] : [],
  })
}
