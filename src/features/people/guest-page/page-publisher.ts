import type { Problem } from '#core/errors/problem'
import { accentStylesheetPath } from '#core/http/accent-stylesheets'
import type { RouteParams } from '#core/http/form-page'
import type { Context } from '#core/operation/context'
import type { Language } from '#core/text/language'
import { readOrganization } from '../organizations/organization.reads.ts'
import { createLogoUrl } from './logo.http.ts'

export type ImprintField = 'represented' | 'register' | 'vatId' | 'email' | 'phone' | 'website'

/** The organization behind a guest page. */
export interface PagePublisher {
  name: string
  language: Language
  /** Lines of the imprint (§ 5 DDG). Name and address have no field name. */
  imprint: readonly (readonly [fact: ImprintField | null, value: string])[]
  email: string | null
  /** Privacy notice of the organization. */
  privacyUrl: string | null
  /** Style sheets with the organization's colour and logo. */
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

/** What an error page may say about its organization. */
export interface LinkOrigin {
  language: Language
  publisher: PagePublisher | null
}

/** Reads the organization of a link. Only links that once were valid disclose it; guessed ones (404) do not. */
export async function readLinkOrigin(
  context: Context,
  { token = '' }: RouteParams,
  { status }: Problem,
): Promise<LinkOrigin> {
  context.enterByLink(token)
  const sender = await readPagePublisher(context)
  return { language: sender.language, publisher: status === 410 ? sender : null }
}
