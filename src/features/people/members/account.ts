import { select } from '#core/database/select'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'

/** A member's data for sign-in, in the entered organization. */
export interface Account {
  id: string
  organizationId: string
  organizationName: string
  email: string
  name: string
  passwordHash: string | null
  language: Language
}

/** Reads a member's account; undefined if there is none. */
export async function readAccount(
  context: Pick<Context, 'query' | 'organizationId'>,
  memberId: string,
  fallbackLanguage: Language | null = null,
): Promise<Account | undefined> {
  const { organizationId } = context
  const [row] = await context.query<Omit<Account, 'language'> & { own: Language | null; others: Language }>(
    select`m.id, m.organization_id as "organizationId", o.name as "organizationName", m.email, m.name,
            m.password_hash as "passwordHash", m.language as own, o.default_language as others
          from members m join organizations o on o.id = m.organization_id
          where m.organization_id = ${organizationId} and m.id = ${memberId}`,
  )
  if (!row) return undefined
  const { own, others, ...account } = row
  return { ...account, language: own ?? fallbackLanguage ?? others }
}
