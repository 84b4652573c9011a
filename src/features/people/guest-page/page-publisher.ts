import type { Problem } from '#core/errors/problem'
import { accentStylesheetPath } from '#core/http/accent-stylesheets'
import type { RouteParams } from '#core/http/form-page'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { readOrganization } from '../organizations/organization.reads.ts'
import { createLogoUrl } from './logo.http.ts'

/** What a line of an imprint is. */
export type ImprintField = 'represented' | 'register' | 'vatId' | 'email' | 'phone' | 'website'

/** The organization that a guest's page is from, as the page says it. */
export interface PagePublisher {
  name: string
  language: Language
  /** What the law wants to be said of who offers a page (§ 5 DDG), and as what; its name and address by themselves. */
  imprint: readonly (readonly [fact: ImprintField | null, value: string])[]
  email: string | null
  /** Where it says more about what it does with data. */
  privacyUrl: string | null
  /** The address of its colour and of its logo. */
  styles: readonly string[]
  logo: string | null
}

export async function readPagePublisher(context: Context): Promise<PagePublisher> {
  const found = await readOrganization(context)
  const { name, legalName, street, postalCode, city, managingDirectors, registerCourt, registerNumber } = found
  const { email, phone, website, vatId, accentColor, logoFileId, privacyUrl, defaultLanguage } = found
  const lines: [ImprintField | null, string | null][] = [
    [null, legalName ?? name],
    [null, street],
    [null, [postalCode, city].filter(Boolean).join(' ')],
    ['represented', managingDirectors],
    ['register', [registerCourt, registerNumber].filter(Boolean).join(', ')],
    ['vatId', vatId],
    ['email', email],
    ['phone', phone],
    ['website', website],
  ]
  return {
    name: legalName ?? name,
    language: defaultLanguage as Language,
    imprint: lines.flatMap(([fact, value]) => (value ? [[fact, value] as const] : [])),
    email,
    privacyUrl,
    styles: accentColor ? [accentStylesheetPath(accentColor)] : [],
    logo: logoFileId && createLogoUrl(context, logoFileId),
  }
}

/** Whom a page that cannot be shown is from, as far as that may be said. */
export interface LinkOrigin {
  language: Language
  publisher: PagePublisher | null
}

/** The same for a link: whoever made one that was valid is named; a guessed one (404) tells of nobody. */
export async function readLinkOrigin(
  context: Context,
  { token = '' }: RouteParams,
  { status }: Problem,
): Promise<LinkOrigin> {
  context.enterByLink(token)
  const sender = await readPagePublisher(context)
  return { language: sender.language, publisher: status === 410 ? sender : null }
}
